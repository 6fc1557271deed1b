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

/** An operator's connector in one process. What the operator knows of charges is in the books, which all processes share. */
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
    const act = this.world.actIn(this.self());
    const answer = act.kind === 'ask for a code' ? act.answer : 'sent';
    return this.world.calls.make<OperatorCodeResult>(this.self(), {
      what: `code by ${this.operator}`,
      arrive: () => undefined,
      answer: () => (answer === 'refused' ? { outcome: 'refused', reason: 'number_not_served' } : { outcome: answer }),
      nothing: () => ({ outcome: 'unavailable' }),
    });
  }

  charge({ chargeReference, grossMinor }: ChargeRequest): Promise<ChargeResult> {
    const charge = this.begun(chargeReference, grossMinor);
    const act = this.world.actIn(this.self());
    return this.world.calls.make<ChargeResult>(this.self(), {
      what: `charge ${charge.name} of ${grossMinor} at ${this.operator}`,
      arrive: () => {
        if (charge.deed === 'unseen') charge.deed = act.kind === 'type the code' ? act.deed : 'seen';
        if (charge.deed === 'unseen') charge.deed = 'seen';
      },
      answer: () => said(charge, answerOf(charge)),
      nothing: () => said(charge, { outcome: 'pending' }),
      notSent: () => said(charge, { outcome: 'not_sent' }),
    });
  }

  chargeStatus(chargeReference: string): Promise<ChargeStatus> {
    const charge = this.world.model.charge(chargeReference);
    if (!charge) return Promise.resolve({ outcome: 'not_found' }); // recorded in this step by a process that died before its call
    return this.world.calls.make<ChargeStatus>(this.self(), {
      what: `question about ${charge.name} at ${this.operator}`,
      arrive: () => undefined,
      answer: () => {
        const isForgetful = this.world.dice('forgets', charge.name).chance(this.world.honest ? 0 : 0.05);
        return said(charge, charge.deed === 'unseen' || isForgetful ? { outcome: 'not_found' } : answerOf(charge));
      },
      nothing: () => said(charge, { outcome: 'pending' }),
    });
  }

  reverse(chargeReference: string): Promise<ReversalResult> {
    const charge = this.world.model.charge(chargeReference);
    if (!charge) return Promise.resolve({ outcome: 'pending' });
    const isSlow = this.world.dice('slow to reverse', charge.name).chance(this.world.honest ? 0 : 0.5);
    return this.world.calls.make<ReversalResult>(this.self(), {
      what: `reversal of ${charge.name} at ${this.operator}`,
      arrive: () => {
        if (charge.deed === 'booked' && !isSlow) charge.reversals = 1; // a repeated call does not add one
      },
      answer: () => {
        if (charge.reversals === 0) return { outcome: 'pending' };
        charge.said.add('reversed');
        return { outcome: 'reversed' };
      },
      nothing: () => ({ outcome: 'pending' }),
    });
  }

  /** Lets this operator report something. */
  readCallback({ body }: RawOperatorCallback): OperatorCallback | null {
    return JSON.parse(body.toString('utf8')) as OperatorCallback;
  }

  private begun(reference: string, gross: number): OperatorCharge {
    const { model } = this.world;
    const act = this.world.actIn(this.self());
    const sale = 'sale' in act ? model.phone(act.sale) : null;
    if (!sale) throw new Error(`No sale belongs to the charge ${reference}`);
    const name = `${sale.name}/${sale.charges.length + 1}`;
    const charge: OperatorCharge = {
      name,
      sale,
      reference,
      operator: this.operator,
      test: this.isSimulated,
      gross,
      deed: 'unseen',
      state: 'sent',
      reversals: 0,
      unmatched: false,
      begunAt: this.self().get(BusinessClock).now(),
      said: new Set(),
      unanswered: false,
    };
    sale.charges.push(charge);
    model.charges.set(digits(reference), charge);
    model.named(reference, name);
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

function answerOf({ deed }: OperatorCharge): ChargeResult & ChargeStatus {
  return deed === 'unseen' ? ANSWERS.seen : ANSWERS[deed];
}

function said<Word extends { outcome: string }>(charge: OperatorCharge, report: Word): Word {
  charge.said.add(report.outcome);
  return report;
}
