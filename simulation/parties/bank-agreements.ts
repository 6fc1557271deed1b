import { BusinessClock } from '../../src/common/time/clocks.js';
import type { AttemptResult, NotFound, NotSent, StartAttempt } from '../../src/connectors/channels/port/attempt.js';
import type {
  ConsentCharge,
  ConsentRequest,
  ConsentResult,
  RecurringOperations,
  StartedConsent,
} from '../../src/connectors/channels/port/consent.js';
import type { Agreement } from '../books/agreement.js';
import { periodOf } from '../books/agreement-sums.js';
import type { AcquirerAttempt } from '../books/online-payment.js';
import { chargeUnagreed, requestUnwanted } from './judge-agreement.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { agreementWord, NO_AGREEMENT_WORD } from './agreement-words.js';
import { resultOf, UNKNOWN } from './attempt-results.js';
import { decideOnAgreement } from './bank-decides.js';

/** What payers have agreed to in the apps of their banks, and what is charged of it, as one process reaches them. */
export class BankAgreements implements RecurringOperations {
  /** @param begin enters an attempt in the books. */
  constructor(
    private readonly world: World,
    private readonly self: () => GatewayProcess,
    private readonly begin: (start: StartAttempt) => AcquirerAttempt,
  ) {}

  registerConsent(request: ConsentRequest): Promise<ConsentResult | NotSent> {
    const first = this.begin(request.attempt);
    const { reference, alias } = request;
    const agreement = this.world.books.blik.adoptAgreement(first.payment, { reference, value: alias.value, first });
    requestUnwanted(this.world, agreement, request);
    const act = this.world.actIn(this.self());
    return this.world.calls.make<ConsentResult | NotSent>(this.self(), {
      what: `agreement ${agreement.name}`,
      arrive: () => {
        if (agreement.deed === 'unseen') decideOnAgreement(this.world, agreement, act.kind === 'ask for agreement' ? act.deed : 'open');
      },
      answer: () => agreementWord(agreement),
      nothing: () => NO_AGREEMENT_WORD,
      notSent: () => {
        agreement.said.add('not_sent');
        first.said.add('not_sent');
        return { outcome: 'not_sent' };
      },
    });
  }

  chargeConsent({ attempt: start, consent, until }: ConsentCharge): Promise<AttemptResult | NotSent> {
    const agreement = this.world.books.blik.agreement(consent.reference);
    const charge = this.begin(start);
    const now = this.self().get(BusinessClock).now();
    if (agreement) chargesUnder(agreement, charge, now);
    chargeUnagreed(this.world, agreement, charge, { now, value: consent.aliasValue, isConfirmed: until !== null });
    const act = this.world.actIn(this.self());
    const deed = act.kind === 'charge' || act.kind === 'payer confirms' ? act.deed : 'open';
    return this.world.calls.make<AttemptResult | NotSent>(this.self(), {
      what: `charge ${charge.name}`,
      arrive: () => {
        if (charge.deed === 'unseen') this.world.does(charge, agreement?.deed === 'active' ? deed : 'failed');
      },
      answer: () => {
        const result = resultOf(charge, this.world.dice('says the sum', charge.name).chance(0.7));
        charge.said.add(result.outcome);
        return result;
      },
      nothing: () => UNKNOWN,
      notSent: () => {
        charge.said.add('not_sent');
        return { outcome: 'not_sent' };
      },
    });
  }

  askConsent({ reference }: StartedConsent): Promise<ConsentResult | NotFound> {
    return this.about(reference, 'question about', () => undefined);
  }

  revokeConsent({ reference }: StartedConsent): Promise<ConsentResult | NotFound> {
    return this.about(reference, 'end of', (agreement) => {
      if (agreement.deed !== 'open' && agreement.deed !== 'active') return;
      agreement.deed = 'revoked';
      agreement.revokedBy = 'merchant';
    });
  }

  private about(reference: string, what: string, arrive: (agreement: Agreement) => void): Promise<ConsentResult | NotFound> {
    const agreement = this.world.books.blik.agreement(reference);
    if (!agreement) return Promise.resolve({ outcome: 'not_found' }); // recorded in this very step, by a process that died before it called
    return this.world.calls.make<ConsentResult | NotFound>(this.self(), {
      what: `${what} ${agreement.name}`,
      arrive: () => arrive(agreement),
      answer: () => {
        const isForgetful = this.world.dice('forgets', agreement.name).chance(this.world.honest ? 0 : 0.05);
        if (agreement.deed !== 'unseen' && !isForgetful) return agreementWord(agreement);
        agreement.said.add('not_found');
        return { outcome: 'not_found' };
      },
      nothing: () => NO_AGREEMENT_WORD,
    });
  }
}

/** A charge is one of the agreement's from here on. */
export function chargesUnder(agreement: Agreement, charge: AcquirerAttempt, at: Date): void {
  if (charge.under) return;
  charge.under = agreement;
  charge.period = periodOf(agreement, at);
  agreement.charges.push(charge);
  agreement.waiting = agreement.waiting.filter((payment) => payment !== charge.payment);
}
