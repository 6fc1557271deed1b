import type { RecurringOperations } from '../../src/connectors/acquirers/port/mandate.js';
import { RecordChargeService } from '../../src/products/payments/subscriptions/charges/record-charge.service.js';
import { PaymentSubscription } from '../../src/products/payments/subscriptions/payment-subscription.entity.js';
import { RecordSubscriptionService } from '../../src/products/payments/subscriptions/record-subscription.service.js';
import { changeRecurringConnectors } from './mandate-bugs.js';
import type { Bug } from './bug.js';
import { changeSql, replaceMethod } from './inject.js';
import type { GatewayProcess } from '../world/gateway-process.js';

type ChargeMandate = RecurringOperations['chargeMandate'];
/** The private method `place`, which checks a charge against the terms of the subscription. */
type CheckCharge = (unit: unknown, subscription: PaymentSubscription, ...more: unknown[]) => Promise<unknown>;

function changeCharges(process: GatewayProcess, replace: (original: ChargeMandate) => ChargeMandate): void {
  changeRecurringConnectors(process, (recurring) => replaceMethod<ChargeMandate>(recurring, 'chargeMandate', replace));
}

/** A bug that makes the gateway check charges against changed terms. */
function withChangedTerms(
  name: string,
  description: string,
  change: (subscription: PaymentSubscription) => Partial<PaymentSubscription>,
): Bug {
  return {
    name,
    description,
    inject: (process) =>
      replaceMethod<CheckCharge>(
        process.get(RecordChargeService),
        'place',
        (original) =>
          (unit, subscription, ...more) =>
            original(unit, { ...subscription, ...change(subscription) }, ...more),
      ),
  };
}

/** A bug that stores changed terms with the subscription, so that the database checks them too. The bank gets the requested terms. */
function withChangedStoredTerms(name: string, description: string, change: (terms: LimitTerms) => Partial<LimitTerms>): Bug {
  return {
    name,
    description,
    inject: (process) =>
      replaceMethod<RecordSubscriptionService['run']>(
        process.get(RecordSubscriptionService),
        'run',
        (original) => async (unit, newSubscription) => {
          const recorded = await original(unit, {
            ...newSubscription,
            terms: { ...newSubscription.terms, ...change(newSubscription.terms) },
          });
          if ('subscription' in recorded) Object.assign(recorded.subscription, newSubscription.terms);
          return recorded;
        },
      ),
  };
}

type LimitTerms = Pick<PaymentSubscription, 'countLimit' | 'totalLimitMinor'>;

export const CHARGE_BUGS: readonly Bug[] = [
  withChangedStoredTerms('count-limit-raised', 'One charge more than agreed is allowed', ({ countLimit }) => ({
    countLimit: countLimit === null ? null : countLimit + 1,
  })),
  withChangedStoredTerms('total-limit-raised', 'The total limit that charges are checked against is too high', ({ totalLimitMinor }) => ({
    totalLimitMinor: totalLimitMinor === null ? null : totalLimitMinor + 1_000_000,
  })),
  withChangedTerms('first-day-ignored', 'A subscription is charged before its first day', () => ({ initiationAt: new Date(0) })),
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
    description: 'A charge that timed out counts as failed, and no longer towards the limits',
    inject: (process) =>
      changeCharges(process, (original) => async (charge) => {
        const result = await original(charge);
        return result.outcome === 'unknown' ? { ...result, outcome: 'failed', reason: 'other' } : result;
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
