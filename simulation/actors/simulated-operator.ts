import {
  type ChargeRequest,
  type ChargeResult,
  type ChargeStatus,
  OperatorConnector,
  type Operator,
  type OperatorCallback,
  type RawOperatorCallback,
  type ReversalResult,
  type SendCodeRequest,
  type OperatorCodeResult,
} from '../../src/connectors/operators/operator.port.js';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { digits } from '../model/digits.js';
import type { ChargeOperatorState, OperatorCharge } from '../model/direct-billing-sale.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';

/** `t-mobile` is a test operator, which takes no money. */
export const TEST_OPERATOR = 't-mobile';

/** An operator's connector in one process. What the operator knows of charges is in the model, which all processes share. */
export class SimulatedOperator extends OperatorConnector {
  constructor(
    private readonly operator: Operator,
    private readonly world: World,
    private readonly self: () => GatewayProcess,
  ) {
    super();
  }

  override get isSimulated(): boolean {
    return this.operator === TEST_OPERATOR;
  }

  /** Otherwise limits that count in real time would protect numbers from too many messages. */
  override isTestNumber(): boolean {
    return true;
  }

  sendCode(_: SendCodeRequest): Promise<OperatorCodeResult> {
    const action = this.world.actionOf(this.self());
    const answer = action.kind === 'ask for a code' ? action.answer : 'sent';
    return this.world.calls.call<OperatorCodeResult>(this.self(), {
      description: `code by ${this.operator}`,
      onArrival: () => undefined,
      response: () => (answer === 'refused' ? { outcome: 'refused', reason: 'number_not_served' } : { outcome: answer }),
      whenUnanswered: () => ({ outcome: 'unavailable' }),
    });
  }

  charge({ chargeReference, grossMinor }: ChargeRequest): Promise<ChargeResult> {
    const charge = this.begun(chargeReference, grossMinor);
    const action = this.world.actionOf(this.self());
    return this.world.calls.call<ChargeResult>(this.self(), {
      description: `charge ${charge.name} of ${grossMinor} at ${this.operator}`,
      onArrival: () => {
        if (charge.actualState === 'unseen') charge.actualState = action.kind === 'type the code' ? action.decision : 'seen';
        if (charge.actualState === 'unseen') charge.actualState = 'seen';
      },
      response: () => recordResponse(charge, answerOf(charge)),
      whenUnanswered: () => recordResponse(charge, { outcome: 'pending' }),
      whenNotSent: () => recordResponse(charge, { outcome: 'not_sent' }),
    });
  }

  chargeStatus(chargeReference: string): Promise<ChargeStatus> {
    const charge = this.world.model.charge(chargeReference);
    if (!charge) return Promise.resolve({ outcome: 'not_found' }); // recorded in this step by a process that died before its call
    return this.world.calls.call<ChargeStatus>(this.self(), {
      description: `question about ${charge.name} at ${this.operator}`,
      onArrival: () => undefined,
      response: () => {
        const isForgetful = this.world.random('forgets', charge.name).chance(this.world.isTruthful ? 0 : 0.05);
        return recordResponse(charge, charge.actualState === 'unseen' || isForgetful ? { outcome: 'not_found' } : answerOf(charge));
      },
      whenUnanswered: () => recordResponse(charge, { outcome: 'pending' }),
    });
  }

  reverse(chargeReference: string): Promise<ReversalResult> {
    const charge = this.world.model.charge(chargeReference);
    if (!charge) return Promise.resolve({ outcome: 'pending' });
    const isSlow = this.world.random('slow to reverse', charge.name).chance(this.world.isTruthful ? 0 : 0.5);
    return this.world.calls.call<ReversalResult>(this.self(), {
      description: `reversal of ${charge.name} at ${this.operator}`,
      onArrival: () => {
        if (charge.actualState === 'booked' && !isSlow) charge.reversals = 1; // a repeated call does not add one
      },
      response: () => {
        if (charge.reversals === 0) return { outcome: 'pending' };
        charge.reportedOutcomes.add('reversed');
        return { outcome: 'reversed' };
      },
      whenUnanswered: () => ({ outcome: 'pending' }),
    });
  }

  /** Lets this operator report something. */
  readCallback({ body }: RawOperatorCallback): OperatorCallback | null {
    return JSON.parse(body.toString('utf8')) as OperatorCallback;
  }

  private begun(reference: string, gross: number): OperatorCharge {
    const { model } = this.world;
    const action = this.world.actionOf(this.self());
    const sale = 'sale' in action ? model.directBillingSale(action.sale) : null;
    if (!sale) throw new Error(`No sale belongs to the charge ${reference}`);
    const name = `${sale.name}/${sale.charges.length + 1}`;
    const charge: OperatorCharge = {
      name,
      sale,
      reference,
      operator: this.operator,
      test: this.isSimulated,
      gross,
      actualState: 'unseen',
      state: 'sent',
      reversals: 0,
      isSuspense: false,
      startedAt: this.self().get(BusinessClock).now(),
      reportedOutcomes: new Set(),
      isUnacknowledged: false,
    };
    sale.charges.push(charge);
    model.charges.set(digits(reference), charge);
    model.setName(reference, name);
    return charge;
  }
}

const ANSWERS: Record<Exclude<ChargeOperatorState, 'unseen'>, ChargeResult & ChargeStatus> = {
  seen: { outcome: 'pending' },
  accepted: { outcome: 'accepted' },
  refused: { outcome: 'refused', reason: 'insufficient_funds' },
  'wrong code': { outcome: 'wrong_code' },
  booked: { outcome: 'booked' },
};

function answerOf({ actualState }: OperatorCharge): ChargeResult & ChargeStatus {
  return actualState === 'unseen' ? ANSWERS.seen : ANSWERS[actualState];
}

function recordResponse<Update extends { outcome: string }>(charge: OperatorCharge, update: Update): Update {
  charge.reportedOutcomes.add(update.outcome);
  return update;
}
