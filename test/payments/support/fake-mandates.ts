import type { AttemptResult, NotFound, NotSent } from '../../../src/connectors/acquirers/port/attempt.js';
import type {
  MandateCharge,
  MandateRequest,
  MandateResult,
  RecurringOperations,
  RevokedFor,
  StartedMandate,
} from '../../../src/connectors/acquirers/port/mandate.js';

export const fakeMandateResult = (outcome: Partial<MandateResult> & Pick<MandateResult, 'outcome'>): MandateResult =>
  ({
    providerRef: null,
    data: null,
    next: { kind: 'none' },
    appKey: null,
    rawCode: null,
    ...(outcome.outcome === 'failed' && { reason: 'other' }),
    ...(outcome.outcome === 'revoked' && { by: 'payer' }),
    ...outcome,
  }) as MandateResult;

type Handler<Call, Result> = (call: Call) => Result | Promise<Result>;

const PAID: AttemptResult = {
  outcome: 'paid',
  providerRef: null,
  data: null,
  next: { kind: 'none' },
  submission: null,
  rawCode: null,
  money: null,
};

/** The mandate operations of a fake acquirer. They return the results that a test sets, and record their calls. */
export class FakeMandates implements RecurringOperations {
  readonly registered: MandateRequest[] = [];
  readonly charged: MandateCharge[] = [];
  readonly polledMandates: StartedMandate[] = [];
  readonly revoked: (StartedMandate & { wish: RevokedFor })[] = [];

  onRegister: Handler<MandateRequest, MandateResult | NotSent> = ({ reference, attempt }) =>
    fakeMandateResult({
      outcome: 'pending',
      providerRef: `c-${reference}`,
      next: { kind: 'waitPayer', until: attempt.expiresAt },
    });
  onCharge: Handler<MandateCharge, AttemptResult | NotSent> = () => PAID;
  onPoll: Handler<StartedMandate, MandateResult | NotFound> = () => fakeMandateResult({ outcome: 'pending' });
  onRevoke: Handler<StartedMandate, MandateResult | NotFound> = () => fakeMandateResult({ outcome: 'revoked', by: 'merchant' });

  registerMandate(request: MandateRequest): Promise<MandateResult | NotSent> {
    this.registered.push(request);
    return Promise.resolve(this.onRegister(request));
  }

  chargeMandate(charge: MandateCharge): Promise<AttemptResult | NotSent> {
    this.charged.push(charge);
    return Promise.resolve(this.onCharge(charge));
  }

  pollMandate(started: StartedMandate): Promise<MandateResult | NotFound> {
    this.polledMandates.push(started);
    return Promise.resolve(this.onPoll(started));
  }

  revokeMandate(started: StartedMandate, wish: RevokedFor): Promise<MandateResult | NotFound> {
    this.revoked.push({ ...started, wish });
    return Promise.resolve(this.onRevoke(started));
  }

  /** Restores the default results and deletes the recorded calls. */
  reset(): void {
    const { onRegister, onCharge, onPoll, onRevoke } = new FakeMandates();
    Object.assign(this, { onRegister, onCharge, onPoll, onRevoke });
    for (const calls of [this.registered, this.charged, this.polledMandates, this.revoked]) calls.length = 0;
  }
}
