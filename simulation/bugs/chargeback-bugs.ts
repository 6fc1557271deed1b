import { proportionalPart } from '../model/amounts.js';
import type { LockedAttempt } from '../../src/products/payments/attempts/lock-attempt.js';
import { BookChargebackService, type Chargeback } from '../../src/products/payments/chargebacks/book-chargeback.service.js';
import { RateQueries } from '../../src/products/payments/exchange-rates/rate.queries.js';
import type { PaymentAttempt } from '../../src/products/payments/attempts/payment-attempt.entity.js';
import { HandleAcquirerCallbackService } from '../../src/products/payments/acquirer-callbacks/handle-acquirer-callback.service.js';
import { CallbackLog } from '../../src/products/payments/acquirers/callback-log.js';
import type { Bug } from './bug.js';
import { changeEntries, changeSql, dropEntries, movePosting, replaceMethod } from './inject.js';

export const CHARGEBACK_BUGS: readonly Bug[] = [
  {
    name: 'chargeback-booked-again',
    description: 'A chargeback that the acquirer repeats is booked again',
    inject(process) {
      let times = 0;
      replaceMethod<BookChargebackService['run']>(process.get(BookChargebackService), 'run', (original) => (key, chargeback, received) => {
        times += 1;
        return original(key, { ...chargeback, eventId: `${chargeback.eventId}-${times}` }, received);
      });
    },
  },
  {
    name: 'chargeback-not-posted',
    description: 'A chargeback is recorded without an entry in the ledger',
    inject: (process) => dropEntries(process, 'payment.chargeback'),
  },
  {
    name: 'receivable-not-posted',
    description: 'The part of a chargeback that exceeds the wallet becomes the gateway’s loss instead of the partner’s debt',
    inject: (process) => changeEntries(process, (entry) => movePosting(entry, 'partner:receivable', 'platform:commission')),
  },
  {
    name: 'chargeback-ignores-refunds',
    description: 'Money that was refunded can be charged back, too',
    inject: (process) =>
      replaceMethod<(locked: LockedAttempt, ...more: unknown[]) => Promise<string>>(
        process.get(BookChargebackService),
        'book',
        (original) =>
          (locked, ...more) =>
            original({ ...locked, row: { ...locked.row, refundMinor: 0 } }, ...more),
      ),
  },
  {
    name: 'chargeback-rounded-separately',
    description: 'A chargeback is rounded separately, so that it and a refund do not add up to the payment',
    inject: (process) =>
      replaceMethod<(unit: unknown, attempt: PaymentAttempt, chargeback: Chargeback, plnMinor: number) => Promise<boolean>>(
        process.get(BookChargebackService),
        'enter',
        (original) => (unit, attempt, chargeback) =>
          original(unit, attempt, chargeback, proportionalPart(attempt.plnMinor, chargeback.money.amountMinor, attempt.amountMinor)),
      ),
  },
  {
    name: 'chargeback-with-used-event-id-fails',
    description: 'A chargeback with the event id of another payment’s chargeback fails on every retry',
    inject(process) {
      changeSql(
        process,
        'FROM payment_chargeback WHERE connector = $1 AND event_id = $2',
        'FROM payment_chargeback WHERE false AND $1 = $2',
      );
      changeSql(process, '$14) ON CONFLICT (connector, event_id) DO NOTHING', '$14)');
    },
  },
  {
    name: 'callback-with-used-event-id-dropped',
    description: 'A callback that has the event id of another one is dropped',
    inject: (process) =>
      replaceMethod<(on: unknown, values: readonly unknown[]) => Promise<boolean>>(
        process.get(CallbackLog),
        'insert',
        (original) => (on, values) => {
          // The last value is the original event id of a callback that is stored under a digest instead; null for other callbacks.
          const originalEventId = values.at(-1);
          return originalEventId === null ? original(on, values) : Promise.resolve(true);
        },
      ),
  },
  {
    name: 'booked-chargeback-still-listed',
    description: 'A chargeback stays on the list of staff after it was booked',
    inject: (process) => changeSql(process, "WHERE r.kind = 'chargeback' AND b.connector", "WHERE r.kind = 'none' AND b.connector"),
  },
  {
    name: 'unusable-callback-not-stored',
    description: 'An unusable callback fails on every retry instead of being stored',
    inject: (process) =>
      replaceMethod<(account: string, events: readonly unknown[]) => Promise<void>>(
        process.get(HandleAcquirerCallbackService),
        'applyAll',
        () => async (account, events) => {
          const service = process.get(HandleAcquirerCallbackService) as unknown as {
            apply(account: string, event: unknown): Promise<void>;
          };
          for (const event of events) await service.apply(account, event);
        },
      ),
  },
  {
    name: 'exchange-rate-cached',
    description: 'A process caches the first exchange rate that it reads of a currency',
    inject(process) {
      const cachedRates = new Map<string, string | null>();
      replaceMethod<RateQueries['latestRate']>(process.get(RateQueries), 'latestRate', (original) => async (currency, on) => {
        const rate = cachedRates.get(currency) ?? (await original(currency, on));
        cachedRates.set(currency, rate);
        return rate;
      });
    },
  },
];
