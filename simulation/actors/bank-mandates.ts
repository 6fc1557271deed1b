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
import { periodOf } from '../model/mandate-sums.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import { unauthorizedCharge, unwantedRequest } from './check-mandate-request.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { mandateUpdate, NO_MANDATE_UPDATE } from './mandate-updates.js';
import { resultOf, UNKNOWN } from './attempt-results.js';
import { decideMandate } from './bank-decisions.js';

/** The banks' mandates and the charges under them, for the connectors of one process. */
export class BankMandates implements RecurringOperations {
  /** @param begin enters an attempt in the model. */
  constructor(
    private readonly world: World,
    private readonly self: () => GatewayProcess,
    private readonly begin: (start: AttemptRequest) => AcquirerAttempt,
  ) {}

  registerMandate(request: MandateRequest): Promise<MandateResult | NotSent> {
    const first = this.begin(request.attempt);
    const { reference, alias } = request;
    const mandate = this.world.model.blik.adoptMandate(first.payment, { reference, value: alias.value, first });
    unwantedRequest(this.world, mandate, request);
    const action = this.world.actionOf(this.self());
    return this.world.calls.call<MandateResult | NotSent>(this.self(), {
      description: `agreement ${mandate.name}`,
      onArrival: () => {
        if (mandate.actualState === 'unseen')
          decideMandate(this.world, mandate, action.kind === 'ask for agreement' ? action.decision : 'open');
      },
      response: () => mandateUpdate(mandate),
      whenUnanswered: () => NO_MANDATE_UPDATE,
      whenNotSent: () => {
        mandate.reportedOutcomes.add('not_sent');
        first.reportedOutcomes.add('not_sent');
        return { outcome: 'not_sent' };
      },
    });
  }

  chargeMandate({ attempt: start, mandate: under, until }: MandateCharge): Promise<AttemptResult | NotSent> {
    const mandate = this.world.model.blik.mandate(under.reference);
    const charge = this.begin(start);
    const now = this.self().get(BusinessClock).now();
    if (mandate) recordMandateCharge(mandate, charge, now);
    unauthorizedCharge(this.world, mandate, charge, { now, value: under.aliasValue, isConfirmed: until !== null });
    const action = this.world.actionOf(this.self());
    const decision = action.kind === 'charge' || action.kind === 'payer confirms' ? action.decision : 'open';
    return this.world.calls.call<AttemptResult | NotSent>(this.self(), {
      description: `charge ${charge.name}`,
      onArrival: () => {
        if (charge.actualState === 'unseen') this.world.setAcquirerState(charge, mandate?.actualState === 'active' ? decision : 'failed');
      },
      response: () => {
        const result = resultOf(charge, this.world.random('says the sum', charge.name).chance(0.7));
        charge.reportedOutcomes.add(result.outcome);
        return result;
      },
      whenUnanswered: () => UNKNOWN,
      whenNotSent: () => {
        charge.reportedOutcomes.add('not_sent');
        return { outcome: 'not_sent' };
      },
    });
  }

  pollMandate({ reference }: StartedMandate): Promise<MandateResult | NotFound> {
    return this.about(reference, 'question about', () => undefined);
  }

  revokeMandate({ reference }: StartedMandate): Promise<MandateResult | NotFound> {
    return this.about(reference, 'end of', (mandate) => {
      if (mandate.actualState !== 'open' && mandate.actualState !== 'active') return;
      mandate.actualState = 'revoked';
      mandate.revokedBy = 'merchant';
    });
  }

  private about(reference: string, what: string, arrive: (mandate: Mandate) => void): Promise<MandateResult | NotFound> {
    const mandate = this.world.model.blik.mandate(reference);
    if (!mandate) return Promise.resolve({ outcome: 'not_found' }); // recorded in this step by a process that died before its call
    return this.world.calls.call<MandateResult | NotFound>(this.self(), {
      description: `${what} ${mandate.name}`,
      onArrival: () => arrive(mandate),
      response: () => {
        const isForgetful = this.world.random('forgets', mandate.name).chance(this.world.isTruthful ? 0 : 0.05);
        if (mandate.actualState !== 'unseen' && !isForgetful) return mandateUpdate(mandate);
        mandate.reportedOutcomes.add('not_found');
        return { outcome: 'not_found' };
      },
      whenUnanswered: () => NO_MANDATE_UPDATE,
    });
  }
}

/** Marks an attempt as a charge of the mandate. */
export function recordMandateCharge(mandate: Mandate, charge: AcquirerAttempt, at: Date): void {
  if (charge.mandate) return;
  charge.mandate = mandate;
  charge.period = periodOf(mandate, at);
  mandate.charges.push(charge);
  mandate.waiting = mandate.waiting.filter((payment) => payment !== charge.payment);
}
