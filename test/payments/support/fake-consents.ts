import type { AttemptResult, NotFound, NotSent } from '../../../src/connectors/channels/port/attempt.js';
import type {
  ConsentCharge,
  ConsentRequest,
  ConsentResult,
  RecurringOperations,
  StartedConsent,
} from '../../../src/connectors/channels/port/consent.js';

export const consent = (outcome: Partial<ConsentResult> & Pick<ConsentResult, 'outcome'>): ConsentResult =>
  ({
    providerRef: null,
    data: null,
    next: { kind: 'none' },
    appKey: null,
    rawCode: null,
    ...(outcome.outcome === 'failed' && { reason: 'other' }),
    ...(outcome.outcome === 'revoked' && { by: 'payer' }),
    ...outcome,
  }) as ConsentResult;

type Answer<Call, Result> = (call: Call) => Result | Promise<Result>;

const PAID: AttemptResult = {
  outcome: 'paid',
  providerRef: null,
  data: null,
  next: { kind: 'none' },
  submission: null,
  rawCode: null,
  money: null,
};

/** What an acquirer does for subscriptions: it says what a test wants, and knows what it was asked. */
export class FakeConsents implements RecurringOperations {
  readonly registered: ConsentRequest[] = [];
  readonly charged: ConsentCharge[] = [];
  readonly asked: StartedConsent[] = [];
  readonly revoked: StartedConsent[] = [];

  onRegister: Answer<ConsentRequest, ConsentResult | NotSent> = ({ reference }) =>
    consent({
      outcome: 'pending',
      providerRef: `c-${reference}`,
      next: { kind: 'waitPayer', until: new Date(Date.now() + 60_000) },
    });
  onCharge: Answer<ConsentCharge, AttemptResult | NotSent> = () => PAID;
  onAsk: Answer<StartedConsent, ConsentResult | NotFound> = () => consent({ outcome: 'pending' });
  onRevoke: Answer<StartedConsent, ConsentResult | NotFound> = () => consent({ outcome: 'revoked', by: 'merchant' });

  registerConsent(request: ConsentRequest): Promise<ConsentResult | NotSent> {
    this.registered.push(request);
    return Promise.resolve(this.onRegister(request));
  }

  chargeConsent(charge: ConsentCharge): Promise<AttemptResult | NotSent> {
    this.charged.push(charge);
    return Promise.resolve(this.onCharge(charge));
  }

  askConsent(asked: StartedConsent): Promise<ConsentResult | NotFound> {
    this.asked.push(asked);
    return Promise.resolve(this.onAsk(asked));
  }

  revokeConsent(revoked: StartedConsent): Promise<ConsentResult | NotFound> {
    this.revoked.push(revoked);
    return Promise.resolve(this.onRevoke(revoked));
  }

  /** Forgets what a test has set and asked. */
  reset(): void {
    const { onRegister, onCharge, onAsk, onRevoke } = new FakeConsents();
    Object.assign(this, { onRegister, onCharge, onAsk, onRevoke });
    for (const calls of [this.registered, this.charged, this.asked, this.revoked]) calls.length = 0;
  }
}
