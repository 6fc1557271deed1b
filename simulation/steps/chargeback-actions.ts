import { DomainError } from '../../src/common/errors/domain-error.js';
import type { AcquirerEvent, ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import { HandleAcquirerCallbackService } from '../../src/products/payments/acquirer-callbacks/handle-acquirer-callback.service.js';
import { formatAmount } from '../model/amounts.js';
import { type Chargeback, isBookable } from '../model/chargeback.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { ActionKinds, ActionOf } from './action-kind.js';

type ChargebackAction = ActionOf<'acquirer charges back'>;

function attemptOf(world: World, { sale, attempt }: ChargebackAction): AcquirerAttempt | null {
  return world.model.onlinePayment(sale)?.attempts.at(-1 - attempt) ?? null;
}

export const CHARGEBACK_ACTIONS: ActionKinds<'acquirer charges back'> = {
  'acquirer charges back': {
    title: (action, world) =>
      `the payer of ${attemptOf(world, action)?.name ?? action.sale} disputes it, and the acquirer charges back ${action.percent} %${action.isRepeat ? ', again' : ''}`,
    gatewayWork(world, process, action) {
      const attempt = attemptOf(world, action);
      const chargeback = attempt && chargebackOf(world, attempt, action);
      return chargeback && sendChargeback(world, process, chargeback);
    },
  },
};

/**
 * Returns the chargeback that the acquirer reports in this step: a new one or, for a repeat, an earlier one of the attempt. Returns null
 * when there is no earlier one, or when not enough captured money is left.
 */
function chargebackOf(world: World, attempt: AcquirerAttempt, action: ChargebackAction): Chargeback | null {
  const { chargebacks } = attempt;
  const name = `${attempt.name}-c${world.step.index}`;
  // The process that performs the same action concurrently may have created the chargeback already.
  const chargebackOfStep = [...world.model.attempts.values()]
    .flatMap((other) => other.chargebacks)
    .find(({ step }) => step === world.step.index);
  if (chargebackOfStep) return chargebackOfStep;
  // A repeat prefers a chargeback that the gateway has not acknowledged, then one that was left to staff and can be booked now.
  const unfinished =
    chargebacks.find(({ callbackReceived }) => callbackReceived === null) ?? chargebacks.find((chargeback) => isBookable(chargeback));
  const earlier = unfinished ?? chargebacks.at(-1);
  if (!action.isRepeat || !earlier)
    return action.isRepeat ? null : newChargeback(world, attempt, action, { name, event: { isBooked: false } });
  return unfinished ?? conflictingChargeback(world, earlier, action) ?? earlier;
}

/**
 * A chargeback with the event id of an earlier one, but with another amount or of another payment. The index of the step decides which.
 * @returns null for a plain repeat, or when no other payment has enough captured money.
 */
function conflictingChargeback(world: World, { attempt, event, name, money }: Chargeback, action: ChargebackAction): Chargeback | null {
  const sameEvent = { event, name };
  if (world.step.index % 3 === 1) return newChargeback(world, attempt, action, { ...sameEvent, amount: money.amount + 1 });
  if (world.step.index % 3 === 2) return null;
  const otherAttempt = [...world.model.attempts.values()].findLast(
    ({ captured, test, payment }) => captured && test === attempt.test && payment !== attempt.payment,
  );
  return otherAttempt ? newChargeback(world, otherAttempt, action, sameEvent) : null;
}

/**
 * Adds a chargeback to the model, unless the event has one with the same amount.
 * @param fixed the name and event, and the amount unless the action's percentage decides the amount.
 * @returns null when nothing is captured, or when the percentage exceeds the captured money that is left.
 */
function newChargeback(
  world: World,
  attempt: AcquirerAttempt,
  { percent, hasOtherCurrency }: ChargebackAction,
  fixed: Pick<Chargeback, 'event' | 'name'> & { amount?: number },
): Chargeback | null {
  const { chargebacks, captured } = attempt;
  const chargedBackBefore = chargebacks.reduce((sum, { money }) => sum + money.amount, 0);
  const amount = fixed.amount ?? Math.max(1, Math.floor(((captured?.amount ?? 0) * percent) / 100));
  if (!captured || (fixed.amount === undefined && chargedBackBefore + amount > captured.amount)) return null;
  const currency = hasOtherCurrency ? (captured.currency === 'PLN' ? 'EUR' : 'PLN') : captured.currency;
  const existing = chargebacks.find(({ event, money }) => event === fixed.event && money.amount === amount && money.currency === currency);
  if (existing) return existing;
  const chargeback: Chargeback = {
    name: fixed.name,
    event: fixed.event,
    step: world.step.index,
    attempt,
    money: { amount, currency },
    plnMinor: null,
    callbackReceived: null,
    wasBookable: false,
  };
  chargebacks.push(chargeback);
  return chargeback;
}

/** In every third step the acquirer first sends an unusable callback. */
const sendsUnusable = ({ step }: World): boolean => step.index % 3 === 0;

/** Prepares the acquirer's callback about a chargeback. @returns the call that sends the callback. */
export function sendChargeback(world: World, process: GatewayProcess, chargeback: Chargeback): () => Promise<void> {
  const { money, name } = chargeback;
  chargeback.wasBookable = isBookable(chargeback);
  const hasUnusableCallback = sendsUnusable(world);
  return async () => {
    // PostgreSQL cannot store NUL in a text.
    if (hasUnusableCallback) await repeatWhenRejected(callback(process, chargeback, `${name}\u0000`));
    await callback(process, chargeback, name)();
    chargeback.callbackReceived ??= 'in this step';
    world.transcript.add(`${name} of ${formatAmount(money.amount)} ${money.currency} is acknowledged`);
  };
}

function callback(process: GatewayProcess, { attempt, money }: Chargeback, eventId: string): () => Promise<unknown> {
  const event: AcquirerEvent = {
    kind: 'chargeback',
    providerRef: `at-${attempt.reference}`,
    reference: attempt.reference,
    eventId,
    money: { amountMinor: money.amount, currency: money.currency },
  };
  const parsed: ParsedCallback = { verdict: 'verified', events: [event], answer: { status: 200, contentType: 'text/plain', body: 'OK' } };
  const body = Buffer.from(JSON.stringify(parsed));
  const head = { headers: {}, query: {}, address: '192.0.2.1' };
  return () => process.get(HandleAcquirerCallbackService).run(attempt.test ? 'tryout' : 'acquirer', head, () => Promise.resolve(body));
}

/** Sends an unusable callback. The gateway may reject it once. The acquirer then repeats it, and the repeat must be acknowledged. */
async function repeatWhenRejected(send: () => Promise<unknown>): Promise<void> {
  await send().catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'VALIDATION_ERROR') throw error;
    return send();
  });
}
