import type { RecurringOperations } from '../../src/connectors/acquirers/port/mandate.js';
import { RecordChargeService } from '../../src/products/payments/subscriptions/charges/record-charge.service.js';
import { PaymentSubscription } from '../../src/products/payments/subscriptions/payment-subscription.entity.js';
import { RecordSubscriptionService } from '../../src/products/payments/subscriptions/record-subscription.service.js';
import { changeRecurring } from './mandate-bugs.js';
import type { Bug } from './bug.js';
import { changeSql, replaceMethod } from './inject.js';
import type { GatewayProcess } from '../world/gateway-process.js';

type Charge = RecurringOperations['chargeMandate'];
/** Judges a charge by the terms of the given subscription. */
type Place = (unit: unknown, subscription: PaymentSubscription, ...more: unknown[]) => Promise<unknown>;

function changeCharges(process: GatewayProcess, make: (original: Charge) => Charge): void {
  changeRecurring(process, (recurring) => replaceMethod<Charge>(recurring, 'chargeMandate', make));
}

/** Judges charges by other terms. */
function reviewedBy(name: string, description: string, change: (subscription: PaymentSubscription) => Partial<PaymentSubscription>): Bug {
  return {
    name,
    description,
    inject: (process) =>
      replaceMethod<Place>(
        process.get(RecordChargeService),
        'place',
        (original) =>
          (unit, subscription, ...more) =>
            original(unit, { ...subscription, ...change(subscription) }, ...more),
      ),
  };
}

/** Stores other terms from the beginning, so that the database's own rules do not object; the bank gets the terms that were asked for. */
function keptAs(name: string, description: string, change: (terms: Terms) => Partial<Terms>): Bug {
  return {
    name,
    description,
    inject: (process) =>
      replaceMethod<RecordSubscriptionService['run']>(process.get(RecordSubscriptionService), 'run', (original) => async (unit, wanted) => {
        const recorded = await original(unit, { ...wanted, terms: { ...wanted.terms, ...change(wanted.terms) } });
        if ('subscription' in recorded) Object.assign(recorded.subscription, wanted.terms);
        return recorded;
      }),
  };
}

type Terms = Pick<PaymentSubscription, 'countLimit' | 'totalLimitMinor'>;

export const CHARGE_BUGS: readonly Bug[] = [
  keptAs('count-limit-one-more', 'One charge more than agreed is allowed', ({ countLimit }) => ({
    countLimit: countLimit === null ? null : countLimit + 1,
  })),
  keptAs('total-limit-raised', 'The total limit that charges are checked against is too high', ({ totalLimitMinor }) => ({
    totalLimitMinor: totalLimitMinor === null ? null : totalLimitMinor + 1_000_000,
  })),
  reviewedBy('first-day-ignored', 'A subscription is charged before its first day', () => ({ initiationAt: new Date(0) })),
  {
    name: 'concurrent-second-charge',
    description: 'A subscription is charged while another charge of it is in progress',
    inject: (process) => changeSql(process, 'SELECT c.number, c.period, c.state,', "SELECT c.number, c.period, 'free' AS state,"),
  },
  {
    name: 'period-charged-again',
    description: 'A billing period that has been paid is charged again',
    inject: (process) =>
      changeSql(
        process,
        /SELECT EXISTS \(SELECT FROM payment_charge WHERE subscription_id = \$1 AND period = \$2.*\) AS paid/,
        'SELECT $1::uuid IS NULL AND $2::int IS NULL AS paid',
      ),
  },
  {
    name: 'charge-timeout-treated-as-failed',
    description: 'A charge that timed out counts as rejected, and no longer towards the limits',
    inject: (process) =>
      changeCharges(process, (original) => async (charge) => {
        const answer = await original(charge);
        return answer.outcome === 'unknown' ? { ...answer, outcome: 'failed', reason: 'other' } : answer;
      }),
  },
  {
    name: 'model-m-amount-rounded-up',
    description: 'A charge that the payer has to confirm takes a rounded amount',
    inject: (process) =>
      changeCharges(process, (original) => (charge) => {
        if (charge.mandate.model !== 'M') return original(charge);
        const { money } = charge.attempt;
        return original({
          ...charge,
          attempt: { ...charge.attempt, money: { ...money, amountMinor: Math.ceil(money.amountMinor / 1000) * 1000 } },
        });
      }),
  },
  {
    name: 'model-m-charged-without-confirmation',
    description: 'A charge is made without the payer’s confirmation that model M requires',
    inject: (process) => changeCharges(process, (original) => (charge) => original({ ...charge, until: null })),
  },
];
