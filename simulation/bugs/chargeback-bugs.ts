import type { LockedAttempt } from '../../src/products/payments/attempts/lock-attempt.js';
import { BookChargebackService } from '../../src/products/payments/chargebacks/book-chargeback.service.js';
import { ExchangeRatesQuery } from '../../src/products/payments/currencies/rates.query.js';
import type { Bug } from './bug.js';
import { changeEntries, dropEntries, moveLine, replaceMethod } from './plant.js';

export const CHARGEBACK_BUGS: readonly Bug[] = [
  {
    name: 'chargeback-booked-again',
    what: 'A chargeback that the acquirer repeats is booked again',
    plant(process) {
      let times = 0;
      replaceMethod<BookChargebackService['run']>(process.get(BookChargebackService), 'run', (original) => (name, chargeback, also) => {
        times += 1;
        return original(name, { ...chargeback, eventId: `${chargeback.eventId}-${times}` }, also);
      });
    },
  },
  {
    name: 'chargeback-not-entered',
    what: 'A chargeback is on record and not in the ledger',
    plant: (process) => dropEntries(process, 'payment.chargeback'),
  },
  {
    name: 'debt-forgotten',
    what: 'What a wallet cannot pay of a chargeback is the gateway’s loss, and nobody owes it',
    plant: (process) => changeEntries(process, (entry) => moveLine(entry, 'partner:receivable', 'platform:commission')),
  },
  {
    name: 'refunded-and-charged-back',
    what: 'What was refunded can be charged back as well',
    plant: (process) =>
      replaceMethod<(locked: LockedAttempt, ...more: unknown[]) => Promise<string>>(
        process.get(BookChargebackService),
        'book',
        (original) =>
          (locked, ...more) =>
            original({ ...locked, row: { ...locked.row, refundMinor: 0 } }, ...more),
      ),
  },
  {
    name: 'rate-remembered',
    what: 'A process goes on with the first rate of a currency that it has seen',
    plant(process) {
      const seen = new Map<string, string | null>();
      replaceMethod<ExchangeRatesQuery['of']>(process.get(ExchangeRatesQuery), 'of', (original) => async (currency, on) => {
        const rate = seen.get(currency) ?? (await original(currency, on));
        seen.set(currency, rate);
        return rate;
      });
    },
  },
];
