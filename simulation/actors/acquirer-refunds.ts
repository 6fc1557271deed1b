import type { NotFound, NotSent } from '../../src/connectors/acquirers/port/attempt.js';
import type { RefundRequest, RefundResult, StartedRefund } from '../../src/connectors/acquirers/port/refund.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import type { Refund, RefundAcquirerState } from '../model/refund.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { NO_REFUND_UPDATE, actualRefundResult } from './refund-results.js';

/** Refunds and reversals of suspense money at an acquirer, for the connectors of one process. */
export class AcquirerRefunds {
  constructor(
    private readonly world: World,
    private readonly getProcess: () => GatewayProcess,
  ) {}

  refund({ reference, attempt: { reference: attemptReference }, money }: RefundRequest): Promise<RefundResult | NotSent> {
    const attempt = this.world.model.attempt(attemptReference);
    if (!attempt) throw new Error(`The gateway requests a refund of the unknown attempt ${attemptReference}`);
    // The money of the booked attempt is refunded by the partner. Money of any other attempt is suspense money, which the gateway reverses.
    const isBookedAttempt = attempt === attempt.payment.bookedAttempt;
    const { payment, channel, test } = attempt;
    const refundData = { reference, channel, test, amount: money.amountMinor };
    const refund = isBookedAttempt ? this.world.model.adoptRefund(payment, refundData) : this.world.model.refund(reference);
    if (refund) return this.refundPayment(refund, attempt, money.amountMinor);
    const outcome = this.world
      .random('refund', attempt.name)
      .pickWeighted({ completed: 6, pending: 2, rejected: this.world.isTruthful ? 0 : 3 });
    return this.world.calls.call<RefundResult | NotSent>(this.getProcess(), {
      description: `refund of ${money.amountMinor} of ${attempt.name}`,
      onArrival: () => {
        if (attempt.rejectedReversals.has(reference) || attempt.reversals.has(reference)) return; // a repeated request
        if (outcome === 'rejected') attempt.rejectedReversals.set(reference, outcome);
        else attempt.reversals.set(reference, { amount: money.amountMinor, currency: money.currency });
      },
      response: () => {
        const rejection = attempt.rejectedReversals.get(reference);
        // A drawn `rejected` without a stored rejection belongs to a repeated request. The first request completed the reversal.
        return recordReversalResponse(attempt, rejection ?? (outcome === 'rejected' ? 'completed' : outcome));
      },
      whenUnanswered: () => reversalUpdate(attempt, 'unknown'),
      whenNotSent: () => ({ outcome: 'not_sent' }),
    });
  }

  pollRefund({ reference, attempt: { reference: attemptReference } }: StartedRefund): Promise<RefundResult | NotFound> {
    const attempt = this.world.model.attempt(attemptReference);
    const refund = this.world.model.refund(reference);
    if (refund) return this.pollPaymentRefund(refund);
    return this.world.calls.call<RefundResult | NotFound>(this.getProcess(), {
      description: `question about a refund of ${attempt?.name ?? 'an unknown attempt'}`,
      onArrival: () => undefined,
      response: () => {
        const rejection = attempt?.rejectedReversals.get(reference);
        if (attempt && rejection) return recordReversalResponse(attempt, rejection);
        if (!attempt?.reversals.has(reference)) return { outcome: 'not_found' };
        return {
          ...recordReversalResponse(attempt, 'completed'),
          money: { amountMinor: attempt.requested.amount, currency: attempt.requested.currency },
        };
      },
      whenUnanswered: () => reversalUpdate(attempt, 'unknown'),
    });
  }

  /** Responds to the request for a refund that the partner ordered. */
  private refundPayment(refund: Refund, attempt: AcquirerAttempt, amount: number): Promise<RefundResult | NotSent> {
    const { name, payment } = refund;
    if (attempt !== payment.bookedAttempt)
      this.world.found('refunds are sent for the paid attempt', `${name} is requested for ${attempt.name}`);
    const decision = this.world.random('refund', name).pickWeighted<RefundAcquirerState>({
      completed: 4,
      pending: 4,
      rejected: 1,
      failed: 0.5,
      unseen: 0,
      reversed: 0,
    });
    return this.world.calls.call<RefundResult | NotSent>(this.getProcess(), {
      description: `refund ${name} of ${amount}`,
      onArrival: () => {
        if (refund.actualState !== 'unseen') return; // a repeated request
        refund.actualState = decision;
        refund.requestedAmount = amount;
      },
      response: () => actualRefundResult(refund),
      whenUnanswered: () => NO_REFUND_UPDATE,
      whenNotSent: () => ({ outcome: 'not_sent' }),
    });
  }

  private pollPaymentRefund(refund: Refund): Promise<RefundResult | NotFound> {
    return this.world.calls.call<RefundResult | NotFound>(this.getProcess(), {
      description: `question about ${refund.name}`,
      onArrival: () => undefined,
      response: () => (refund.actualState === 'unseen' ? { outcome: 'not_found' } : actualRefundResult(refund)),
      whenUnanswered: () => NO_REFUND_UPDATE,
    });
  }
}

/** Records the outcome in the model as the last one that the acquirer reported. */
function recordReversalResponse(attempt: AcquirerAttempt, outcome: RefundResult['outcome']): RefundResult {
  attempt.lastReversalOutcome = outcome;
  return reversalUpdate(attempt, outcome);
}

/** Records in the model that the outcome was reported to the gateway. @returns the status update. */
export function reversalUpdate(attempt: AcquirerAttempt | null, outcome: RefundResult['outcome']): RefundResult {
  attempt?.reportedOutcomes.add(`refund ${outcome}`);
  return { outcome, providerRef: null, data: null, rawCode: null, money: null };
}
