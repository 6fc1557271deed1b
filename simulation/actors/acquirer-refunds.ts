import type { NotFound, NotSent } from '../../src/connectors/acquirers/port/attempt.js';
import type { RefundRequest, RefundResult, StartedRefund } from '../../src/connectors/acquirers/port/refund.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import type { Refund, RefundAcquirerState } from '../model/refund.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { NO_REFUND_UPDATE, refundResult } from './refund-results.js';

/** Refunds and returns at an acquirer, for the connectors of one process. */
export class AcquirerRefunds {
  constructor(
    private readonly world: World,
    private readonly self: () => GatewayProcess,
  ) {}

  refund({ reference, attempt: { reference: of }, money }: RefundRequest): Promise<RefundResult | NotSent> {
    const attempt = this.world.model.attempt(of);
    if (!attempt) throw new Error(`A refund of the unknown attempt ${of}`);
    // A payment's own money goes back only by its partner's refund. Everything else that goes back belongs to no payment.
    const isPayments = attempt === attempt.payment.bookedAttempt;
    const { payment, channel, test } = attempt;
    const told = { reference, channel, test, amount: money.amountMinor };
    const wanted = isPayments ? this.world.model.adoptRefund(payment, told) : this.world.model.refund(reference);
    if (wanted) return this.give(wanted, attempt, money.amountMinor);
    const report = this.world.random('refund', attempt.name).weighed({ completed: 6, pending: 2, rejected: this.world.isTruthful ? 0 : 3 });
    return this.world.calls.call<RefundResult | NotSent>(this.self(), {
      description: `refund of ${money.amountMinor} of ${attempt.name}`,
      onArrival: () => {
        if (attempt.rejectedReversals.has(reference) || attempt.reversals.has(reference)) return; // the same reference is the same refund
        if (report === 'rejected') attempt.rejectedReversals.set(reference, report);
        else attempt.reversals.set(reference, { amount: money.amountMinor, currency: money.currency });
      },
      response: () => {
        const refused = attempt.rejectedReversals.get(reference);
        return recordResponse(attempt, refused ?? (report === 'rejected' ? 'completed' : report));
      },
      whenUnanswered: () => reversalUpdate(attempt, 'unknown'),
      whenNotSent: () => ({ outcome: 'not_sent' }),
    });
  }

  pollRefund({ reference, attempt: { reference: of } }: StartedRefund): Promise<RefundResult | NotFound> {
    const attempt = this.world.model.attempt(of);
    const wanted = this.world.model.refund(reference);
    if (wanted) return this.tellOf(wanted);
    return this.world.calls.call<RefundResult | NotFound>(this.self(), {
      description: `question about a refund of ${attempt?.name ?? 'an unknown attempt'}`,
      onArrival: () => undefined,
      response: () => {
        const refused = attempt?.rejectedReversals.get(reference);
        if (attempt && refused) return recordResponse(attempt, refused);
        if (!attempt?.reversals.has(reference)) return { outcome: 'not_found' };
        return {
          ...recordResponse(attempt, 'completed'),
          money: { amountMinor: attempt.requested.amount, currency: attempt.requested.currency },
        };
      },
      whenUnanswered: () => reversalUpdate(attempt, 'unknown'),
    });
  }

  /** A partner's refund; null for money that belongs to no payment. */
  private give(refund: Refund, attempt: AcquirerAttempt, amount: number): Promise<RefundResult | NotSent> {
    const { name, payment } = refund;
    if (attempt !== payment.bookedAttempt)
      this.world.found('money goes back the way it came', `${name} is to be given back of ${attempt.name}`);
    const decision = this.world.random('refund', name).weighed<RefundAcquirerState>({
      given: 4,
      pending: 4,
      rejected: 1,
      failed: 0.5,
      unseen: 0,
      'taken back': 0,
    });
    return this.world.calls.call<RefundResult | NotSent>(this.self(), {
      description: `refund ${name} of ${amount}`,
      onArrival: () => {
        if (refund.actualState !== 'unseen') return; // the same reference is the same refund
        refund.actualState = decision;
        refund.requestedAmount = amount;
      },
      response: () => refundResult(refund),
      whenUnanswered: () => NO_REFUND_UPDATE,
      whenNotSent: () => ({ outcome: 'not_sent' }),
    });
  }

  private tellOf(refund: Refund): Promise<RefundResult | NotFound> {
    return this.world.calls.call<RefundResult | NotFound>(this.self(), {
      description: `question about ${refund.name}`,
      onArrival: () => undefined,
      response: () => (refund.actualState === 'unseen' ? { outcome: 'not_found' } : refundResult(refund)),
      whenUnanswered: () => NO_REFUND_UPDATE,
    });
  }
}

function recordResponse(attempt: AcquirerAttempt, outcome: RefundResult['outcome']): RefundResult {
  attempt.lastReversalOutcome = outcome;
  return reversalUpdate(attempt, outcome);
}

export function reversalUpdate(attempt: AcquirerAttempt | null, outcome: RefundResult['outcome']): RefundResult {
  attempt?.reportedOutcomes.add(`refund ${outcome}`);
  return { outcome, providerRef: null, data: null, rawCode: null, money: null };
}
