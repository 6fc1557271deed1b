import type { RecurringOperations } from '../../src/connectors/channels/port/consent.js';
import { RecordChargeService } from '../../src/products/payments/subscriptions/charges/record-charge.service.js';
import { PaymentSubscription } from '../../src/products/payments/subscriptions/payment-subscription.entity.js';
import { RecordSubscriptionService } from '../../src/products/payments/subscriptions/record-subscription.service.js';
import { changeRecurring } from './agreement-bugs.js';
import type { Bug } from './bug.js';
import { changeText, replaceMethod } from './plant.js';
import type { GatewayProcess } from '../world/gateway-process.js';

type Charge = RecurringOperations['chargeConsent'];
/** Judges what is to be charged: the terms are those of the subscription it is given. */
type Place = (unit: unknown, subscription: PaymentSubscription, ...more: unknown[]) => Promise<unknown>;

function changeCharges(process: GatewayProcess, make: (original: Charge) => Charge): void {
  changeRecurring(process, (recurring) => replaceMethod<Charge>(recurring, 'chargeConsent', make));
}

/** The terms that a charge is judged by are others. */
function judgedBy(name: string, what: string, change: (subscription: PaymentSubscription) => Partial<PaymentSubscription>): Bug {
  return {
    name,
    what,
    plant: (process) =>
      replaceMethod<Place>(
        process.get(RecordChargeService),
        'place',
        (original) =>
          (unit, subscription, ...more) =>
            original(unit, { ...subscription, ...change(subscription) }, ...more),
      ),
  };
}

/** They are kept as others from the beginning, so that nothing in the database objects; the bank is told what was asked for. */
function keptAs(name: string, what: string, change: (terms: Terms) => Partial<Terms>): Bug {
  return {
    name,
    what,
    plant: (process) =>
      replaceMethod<RecordSubscriptionService['run']>(process.get(RecordSubscriptionService), 'run', (original) => async (unit, wanted) => {
        const recorded = await original(unit, { ...wanted, terms: { ...wanted.terms, ...change(wanted.terms) } });
        if ('subscription' in recorded) Object.assign(recorded.subscription, wanted.terms);
        return recorded;
      }),
  };
}

type Terms = Pick<PaymentSubscription, 'countLimit' | 'totalLimitMinor'>;

export const CHARGE_BUGS: readonly Bug[] = [
  keptAs('count-limit-one-more', 'One charge more is let through than was agreed to', ({ countLimit }) => ({
    countLimit: countLimit === null ? null : countLimit + 1,
  })),
  keptAs('total-limit-once-more', 'What was agreed to in all is gone beyond by one charge', ({ totalLimitMinor }) => ({
    totalLimitMinor: totalLimitMinor === null ? null : totalLimitMinor + 1_000_000,
  })),
  judgedBy('first-day-ignored', 'A subscription is charged before its first day', () => ({ initiationAt: new Date(0) })),
  {
    name: 'second-charge-beside',
    what: 'A subscription is charged although a charge of it is under way',
    plant: (process) => changeText(process, 'SELECT c.number, c.period, c.standing,', "SELECT c.number, c.period, 'free' AS standing,"),
  },
  {
    name: 'period-charged-again',
    what: 'A billing period that is paid is charged once more',
    plant: (process) =>
      changeText(
        process,
        /SELECT EXISTS \(SELECT FROM payment_charge WHERE subscription_id = \$1 AND period = \$2.*\) AS paid/,
        'SELECT $1::uuid IS NULL AND $2::int IS NULL AS paid',
      ),
  },
  {
    name: 'charge-without-an-answer-is-refused',
    what: 'A charge that was not answered in time is taken to be refused, and counts no more',
    plant: (process) =>
      changeCharges(process, (original) => async (charge) => {
        const answer = await original(charge);
        return answer.outcome === 'unknown' ? { ...answer, outcome: 'failed', reason: 'other' } : answer;
      }),
  },
  {
    name: 'model-m-charged-as-a-whole',
    what: 'A charge that the payer has to confirm takes a round sum',
    plant: (process) =>
      changeCharges(process, (original) => (charge) => {
        if (charge.consent.model !== 'M') return original(charge);
        const { money } = charge.attempt;
        return original({
          ...charge,
          attempt: { ...charge.attempt, money: { ...money, amountMinor: Math.ceil(money.amountMinor / 1000) * 1000 } },
        });
      }),
  },
  {
    name: 'model-m-unasked',
    what: 'A payer is charged unasked who wanted to be asked each time',
    plant: (process) => changeCharges(process, (original) => (charge) => original({ ...charge, until: null })),
  },
];
