import { BusinessClock } from '../../src/common/time/clocks.js';
import type { AttemptResult, NotFound, NotSent, AttemptRequest } from '../../src/connectors/acquirers/port/attempt.js';
import type {
  MandateCharge,
  MandateRequest,
  MandateResult,
  RecurringOperations,
  StartedMandate,
} from '../../src/connectors/acquirers/port/mandate.js';
import type { Mandate } from '../model/mandate.js';
import { billingPeriodOf } from '../model/mandate-totals.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import { checkMandateCharge, checkMandateRequest } from './check-mandate-request.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { mandateUpdate, NO_MANDATE_UPDATE } from './mandate-updates.js';
import { actualAttemptResult, NO_ATTEMPT_UPDATE } from './attempt-results.js';
import { decideMandate } from './bank-decisions.js';

/** The banks' mandates and the charges under them, for the connectors of one process. */
export class BankMandates implements RecurringOperations {
  /** @param adoptAttempt adds the attempt of a request to the model. */
  constructor(
    private readonly world: World,
    private readonly getProcess: () => GatewayProcess,
    private readonly adoptAttempt: (start: AttemptRequest) => AcquirerAttempt,
  ) {}

  registerMandate(request: MandateRequest): Promise<MandateResult | NotSent> {
    const firstAttempt = this.adoptAttempt(request.attempt);
    const { reference, alias } = request;
    const mandate = this.world.model.blik.adoptMandate(firstAttempt.payment, { reference, aliasValue: alias.value, firstAttempt });
    checkMandateRequest(this.world, mandate, request);
    const action = this.world.actionOf(this.getProcess());
    return this.world.calls.call<MandateResult | NotSent>(this.getProcess(), {
      description: `agreement ${mandate.name}`,
      onArrival: () => {
        if (mandate.actualState === 'unseen')
          decideMandate(this.world, mandate, action.kind === 'accept subscription' ? action.decision : 'open');
      },
      response: () => mandateUpdate(mandate),
      whenUnanswered: () => NO_MANDATE_UPDATE,
      whenNotSent: () => {
        mandate.reportedOutcomes.add('not_sent');
        firstAttempt.reportedOutcomes.add('not_sent');
        return { outcome: 'not_sent' };
      },
    });
  }

  chargeMandate({ attempt: attemptRequest, mandate: mandateRef, until }: MandateCharge): Promise<AttemptResult | NotSent> {
    const mandate = this.world.model.blik.mandate(mandateRef.reference);
    const charge = this.adoptAttempt(attemptRequest);
    const now = this.getProcess().get(BusinessClock).now();
    if (mandate) recordMandateCharge(mandate, charge, now);
    checkMandateCharge(this.world, mandate, charge, { now, aliasValue: mandateRef.aliasValue, needsConfirmation: until !== null });
    const action = this.world.actionOf(this.getProcess());
    const decision = action.kind === 'charge' || action.kind === 'payer confirms' ? action.decision : 'open';
    return this.world.calls.call<AttemptResult | NotSent>(this.getProcess(), {
      description: `charge ${charge.name}`,
      onArrival: () => {
        if (charge.actualState === 'unseen') this.world.setAcquirerState(charge, mandate?.actualState === 'active' ? decision : 'failed');
      },
      response: () => {
        const result = actualAttemptResult(charge, this.world.random('says the sum', charge.name).chance(0.7));
        charge.reportedOutcomes.add(result.outcome);
        return result;
      },
      whenUnanswered: () => NO_ATTEMPT_UPDATE,
      whenNotSent: () => {
        charge.reportedOutcomes.add('not_sent');
        return { outcome: 'not_sent' };
      },
    });
  }

  pollMandate({ reference }: StartedMandate): Promise<MandateResult | NotFound> {
    return this.callAboutMandate(reference, 'question about', () => undefined);
  }

  revokeMandate({ reference }: StartedMandate): Promise<MandateResult | NotFound> {
    return this.callAboutMandate(reference, 'end of', (mandate) => {
      if (mandate.actualState !== 'open' && mandate.actualState !== 'active') return;
      mandate.actualState = 'revoked';
      mandate.revokedBy = 'merchant';
    });
  }

  /** @param verb first words of the call's description. */
  private callAboutMandate(reference: string, verb: string, onArrival: (mandate: Mandate) => void): Promise<MandateResult | NotFound> {
    const mandate = this.world.model.blik.mandate(reference);
    if (!mandate) return Promise.resolve({ outcome: 'not_found' }); // the row was stored in this step, and the request never arrived
    return this.world.calls.call<MandateResult | NotFound>(this.getProcess(), {
      description: `${verb} ${mandate.name}`,
      onArrival: () => onArrival(mandate),
      response: () => {
        const isForgotten = this.world.random('forgets', mandate.name).chance(this.world.isTruthful ? 0 : 0.05);
        if (mandate.actualState !== 'unseen' && !isForgotten) return mandateUpdate(mandate);
        mandate.reportedOutcomes.add('not_found');
        return { outcome: 'not_found' };
      },
      whenUnanswered: () => NO_MANDATE_UPDATE,
    });
  }
}

/** Records in the model that the attempt charges the mandate, unless it is recorded already. */
export function recordMandateCharge(mandate: Mandate, charge: AcquirerAttempt, at: Date): void {
  if (charge.mandate) return;
  charge.mandate = mandate;
  charge.billingPeriod = billingPeriodOf(mandate, at);
  mandate.charges.push(charge);
  mandate.awaitingConfirmation = mandate.awaitingConfirmation.filter((payment) => payment !== charge.payment);
}
