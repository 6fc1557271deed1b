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
import { withoutDashes } from '../model/uuid-dashes.js';
import type { ChargeOperatorState, OperatorCharge } from '../model/direct-billing-sale.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';

/** `t-mobile` is a test operator, which takes no money. */
export const TEST_OPERATOR = 't-mobile';

/** An operator's connector in one process. The operator's records are in the model, which all processes share. */
export class SimulatedOperator extends OperatorConnector {
  constructor(
    private readonly operator: Operator,
    private readonly world: World,
    private readonly getProcess: () => GatewayProcess,
  ) {
    super();
  }

  /** Whether it is the test operator. To the gateway the other operators are real ones. */
  override get isSimulated(): boolean {
    return this.operator === TEST_OPERATOR;
  }

  /**
   * All numbers are test numbers. To other numbers the gateway sends only so many codes in a period of real time, so the result of a run
   * would depend on the machine's speed.
   */
  override isTestNumber(): boolean {
    return true;
  }

  sendCode(_: SendCodeRequest): Promise<OperatorCodeResult> {
    const action = this.world.actionOf(this.getProcess());
    const outcome = action.kind === 'request a code' ? action.response : 'sent';
    return this.world.calls.call<OperatorCodeResult>(this.getProcess(), {
      description: `code by ${this.operator}`,
      onArrival: () => undefined,
      response: () => (outcome === 'refused' ? { outcome, reason: 'number_not_served' } : { outcome }),
      whenUnanswered: () => ({ outcome: 'unavailable' }),
    });
  }

  charge({ chargeReference, grossMinor }: ChargeRequest): Promise<ChargeResult> {
    const charge = this.addCharge(chargeReference, grossMinor);
    const action = this.world.actionOf(this.getProcess());
    return this.world.calls.call<ChargeResult>(this.getProcess(), {
      description: `charge ${charge.name} of ${grossMinor} at ${this.operator}`,
      onArrival: () => {
        if (charge.actualState === 'unseen') charge.actualState = action.kind === 'enter the code' ? action.decision : 'seen';
        // The decision of the action may be `unseen`. But the operator has received the charge, so its state is at least `seen`.
        if (charge.actualState === 'unseen') charge.actualState = 'seen';
      },
      response: () => recordResponse(charge, actualChargeUpdate(charge)),
      whenUnanswered: () => recordResponse(charge, { outcome: 'pending' }),
      whenNotSent: () => recordResponse(charge, { outcome: 'not_sent' }),
    });
  }

  chargeStatus(chargeReference: string): Promise<ChargeStatus> {
    const charge = this.world.model.charge(chargeReference);
    if (!charge) return Promise.resolve({ outcome: 'not_found' }); // the row was stored in this step, and the request never arrived
    return this.world.calls.call<ChargeStatus>(this.getProcess(), {
      description: `question about ${charge.name} at ${this.operator}`,
      onArrival: () => undefined,
      response: () => {
        const isForgotten = this.world.random('forgets', charge.name).chance(this.world.isTruthful ? 0 : 0.05);
        return recordResponse(
          charge,
          charge.actualState === 'unseen' || isForgotten ? { outcome: 'not_found' } : actualChargeUpdate(charge),
        );
      },
      whenUnanswered: () => recordResponse(charge, { outcome: 'pending' }),
    });
  }

  reverse(chargeReference: string): Promise<ReversalResult> {
    const charge = this.world.model.charge(chargeReference);
    if (!charge) return Promise.resolve({ outcome: 'pending' });
    const isSlow = this.world.random('slow to reverse', charge.name).chance(this.world.isTruthful ? 0 : 0.5);
    return this.world.calls.call<ReversalResult>(this.getProcess(), {
      description: `reversal of ${charge.name} at ${this.operator}`,
      onArrival: () => {
        if (charge.actualState === 'booked' && !isSlow) charge.reversalCount = 1; // a repeated request reverses nothing again
      },
      response: () => {
        if (charge.reversalCount === 0) return { outcome: 'pending' };
        charge.reportedOutcomes.add('reversed');
        return { outcome: 'reversed' };
      },
      whenUnanswered: () => ({ outcome: 'pending' }),
    });
  }

  /** Parses the callbacks that the actions of the simulation send. These callbacks have no signature. */
  readCallback({ body }: RawOperatorCallback): OperatorCallback | null {
    return JSON.parse(body.toString('utf8')) as OperatorCallback;
  }

  /** Adds a new charge to the model, for the sale of the action that this process performs. */
  private addCharge(reference: string, gross: number): OperatorCharge {
    const { model } = this.world;
    const action = this.world.actionOf(this.getProcess());
    const sale = 'sale' in action ? model.directBillingSale(action.sale) : null;
    if (!sale) throw new Error(`The action of the charge ${reference} has no sale`);
    const name = `${sale.name}/${sale.charges.length + 1}`;
    const charge: OperatorCharge = {
      name,
      sale,
      reference,
      operator: this.operator,
      test: this.isSimulated,
      gross,
      actualState: 'unseen',
      gatewayState: 'sent',
      reversalCount: 0,
      isInSuspense: false,
      startedAt: this.getProcess().get(BusinessClock).now(),
      reportedOutcomes: new Set(),
      isUnacknowledged: false,
    };
    sale.charges.push(charge);
    model.charges.set(withoutDashes(reference), charge);
    model.setName(reference, name);
    return charge;
  }
}

const UPDATE_OF_STATE: Record<Exclude<ChargeOperatorState, 'unseen'>, ChargeResult & ChargeStatus> = {
  seen: { outcome: 'pending' },
  accepted: { outcome: 'accepted' },
  refused: { outcome: 'refused', reason: 'insufficient_funds' },
  'wrong code': { outcome: 'wrong_code' },
  booked: { outcome: 'booked' },
};

function actualChargeUpdate({ actualState }: OperatorCharge): ChargeResult & ChargeStatus {
  return actualState === 'unseen' ? UPDATE_OF_STATE.seen : UPDATE_OF_STATE[actualState];
}

/** Records in the model that the outcome was reported to the gateway. */
function recordResponse<Update extends { outcome: string }>(charge: OperatorCharge, update: Update): Update {
  charge.reportedOutcomes.add(update.outcome);
  return update;
}
