import { DomainError } from '../../src/common/errors/domain-error.js';
import type { AcquirerEvent, ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import { HandleAcquirerCallbackService } from '../../src/products/payments/callbacks/handle-acquirer-callback.service.js';
import { formatAmount } from '../model/amounts.js';
import { type Chargeback, isBookable } from '../model/chargeback.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { ActionKinds, ActionOf } from './action-kind.js';

type TakesBack = ActionOf<'acquirer takes back'>;

function attemptOf(world: World, { sale, attempt }: TakesBack): AcquirerAttempt | null {
  return world.model.onlinePayment(sale)?.attempts.at(-1 - attempt) ?? null;
}

export const CHARGEBACK_ACTIONS: ActionKinds<'acquirer takes back'> = {
  'acquirer takes back': {
    title: (action, world) =>
      `the payer of ${attemptOf(world, action)?.name ?? action.sale} disputes it, and the acquirer takes ${action.percent} % back${action.again ? ', again' : ''}`,
    inside(world, process, action) {
      const attempt = attemptOf(world, action);
      const chargeback = attempt && chargebackOf(world, attempt, action);
      return chargeback && sendChargeback(world, process, chargeback);
    },
  },
};

/**
 * The chargeback that this step makes, or one whose report was not acknowledged, or the last one. @returns null when the acquirer has
 * nothing to take back.
 */
function chargebackOf(world: World, attempt: AcquirerAttempt, action: TakesBack): Chargeback | null {
  const { chargebacks } = attempt;
  const name = `${attempt.name}-c${world.step.index}`;
  const made = [...world.model.attempts.values()].flatMap((of) => of.chargebacks).find(({ step }) => step === world.step.index);
  if (made) return made;
  const open =
    chargebacks.find(({ callbackReceived }) => callbackReceived === null) ?? chargebacks.find((chargeback) => isBookable(chargeback));
  const known = open ?? chargebacks.at(-1);
  if (!action.again || !known) return action.again ? null : newChargeback(world, attempt, action, { name, event: { isBooked: false } });
  return open ?? confused(world, known, action) ?? known;
}

/** The acquirer reports a known event with another amount, or of another payment. */
function confused(world: World, { attempt, event, name, money }: Chargeback, action: TakesBack): Chargeback | null {
  const same = { event, name };
  if (world.step.index % 3 === 1) return newChargeback(world, attempt, action, { ...same, amount: money.amount + 1 });
  if (world.step.index % 3 === 2) return null;
  const other = [...world.model.attempts.values()].findLast(
    ({ taken, test, payment }) => taken && test === attempt.test && payment !== attempt.payment,
  );
  return other ? newChargeback(world, other, action, same) : null;
}

function newChargeback(
  world: World,
  attempt: AcquirerAttempt,
  { percent, otherCurrency }: TakesBack,
  given: Pick<Chargeback, 'event' | 'name'> & { amount?: number },
): Chargeback | null {
  const { chargebacks, taken } = attempt;
  const before = chargebacks.reduce((sum, { money }) => sum + money.amount, 0);
  const amount = given.amount ?? Math.max(1, Math.floor(((taken?.amount ?? 0) * percent) / 100));
  if (!taken || (given.amount === undefined && before + amount > taken.amount)) return null;
  const currency = otherCurrency ? (taken.currency === 'PLN' ? 'EUR' : 'PLN') : taken.currency;
  const same = chargebacks.find(({ event, money }) => event === given.event && money.amount === amount && money.currency === currency);
  if (same) return same;
  const chargeback: Chargeback = {
    name: given.name,
    event: given.event,
    step: world.step.index,
    attempt,
    money: { amount, currency },
    plnMinor: null,
    callbackReceived: null,
    wasDue: false,
  };
  chargebacks.push(chargeback);
  return chargeback;
}

/** Every third step first sends a report that cannot be stored, and that must be refused. */
const garbles = ({ step }: World): boolean => step.index % 3 === 0;

/** The acquirer reports it. */
export function sendChargeback(world: World, process: GatewayProcess, chargeback: Chargeback): () => Promise<void> {
  const { money, name } = chargeback;
  chargeback.wasDue = isBookable(chargeback);
  const isGarbled = garbles(world);
  return async () => {
    if (isGarbled) await refusedOnce(report(process, chargeback, `${name}\u0000`));
    await report(process, chargeback, name)();
    chargeback.callbackReceived ??= 'now';
    world.transcript.tell(`${name} of ${formatAmount(money.amount)} ${money.currency} is answered`);
  };
}

function report(process: GatewayProcess, { attempt, money }: Chargeback, eventId: string): () => Promise<unknown> {
  const event: AcquirerEvent = {
    kind: 'chargeback',
    providerRef: `at-${attempt.reference}`,
    reference: attempt.reference,
    eventId,
    money: { amountMinor: money.amount, currency: money.currency },
  };
  const said: ParsedCallback = { verdict: 'verified', events: [event], answer: { status: 200, contentType: 'text/plain', body: 'OK' } };
  const body = Buffer.from(JSON.stringify(said));
  const head = { headers: {}, query: {}, address: '192.0.2.1' };
  return () => process.get(HandleAcquirerCallbackService).run(attempt.test ? 'tryout' : 'acquirer', head, () => Promise.resolve(body));
}

/** A report that was refused is repeated, and becomes known then. */
async function refusedOnce(say: () => Promise<unknown>): Promise<void> {
  await say().catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'VALIDATION_ERROR') throw error;
    return say();
  });
}
