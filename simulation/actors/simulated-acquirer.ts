import { BusinessClock } from '../../src/common/time/clocks.js';
import { channelOf } from '../../src/connectors/acquirers/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import type { AttemptResult, NotFound, NotSent, AttemptRequest, StartedAttempt } from '../../src/connectors/acquirers/port/attempt.js';
import type { ChannelCapabilities } from '../../src/connectors/acquirers/port/capabilities.js';
import { AcquirerConnector } from '../../src/connectors/acquirers/port/acquirer-connector.js';
import type { RefundRequest, RefundResult, StartedRefund } from '../../src/connectors/acquirers/port/refund.js';
import type { RawCallback, ParsedCallback } from '../../src/connectors/acquirers/port/callback.js';
import type { Submission } from '../../src/connectors/acquirers/port/submission.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { attemptResult, resultOf, UNKNOWN } from './attempt-results.js';
import { BankMandates } from './bank-mandates.js';
import { BankAliases } from './bank-aliases.js';
import { codeOutcome } from './code-outcome.js';
import { AcquirerRefunds } from './acquirer-refunds.js';

/** Channels of the acquirer, and of a test acquirer, which takes no money. */
export const ACQUIRERS: Readonly<Record<string, readonly ChannelId[]>> = {
  acquirer: ['blik', 'mbank', 'card', 'paypal', 'paysafecash', 'blik-level0', 'blik-recurrent'],
  tryout: ['skrill'],
};

export const isTestChannel = (channel: string): boolean => ACQUIRERS['tryout']?.some((id) => id === channel) ?? false;

/** An acquirer's connector in one process. What the acquirer knows of attempts is in the model, which all processes share. */
export class SimulatedAcquirer extends AcquirerConnector {
  readonly aliases: BankAliases | null;
  readonly recurring: BankMandates | null;
  private readonly returns: AcquirerRefunds;
  readonly capabilities: Partial<Record<ChannelId, ChannelCapabilities>>;

  constructor(
    readonly name: string,
    private readonly world: World,
    private readonly self: () => GatewayProcess,
  ) {
    super();
    this.returns = new AcquirerRefunds(world, self);
    this.aliases = this.isSimulated ? null : new BankAliases(world, self);
    this.recurring = this.isSimulated ? null : new BankMandates(world, self, (start) => this.begun(start));
    this.capabilities = Object.fromEntries((ACQUIRERS[name] ?? []).map((id) => [id, capabilitiesOf(id)]));
  }

  override get isSimulated(): boolean {
    return this.name === 'tryout';
  }

  start(start: AttemptRequest): Promise<AttemptResult | NotSent> {
    const attempt = this.begun(start);
    const action = this.world.actionOf(this.self());
    return this.world.calls.call<AttemptResult | NotSent>(this.self(), {
      description: `start of ${attempt.name} at ${start.channel}`,
      onArrival: () => {
        if (attempt.actualState === 'unseen')
          this.world.setAcquirerState(attempt, action.kind === 'begin' && action.decision !== 'unseen' ? action.decision : 'open');
      },
      response: () => recordResponse(attempt, this.answerTo(attempt)),
      whenUnanswered: () => UNKNOWN,
      whenNotSent: () => {
        attempt.reportedOutcomes.add('not_sent');
        return { outcome: 'not_sent' };
      },
    });
  }

  submitCode({ reference }: StartedAttempt, submission: Submission): Promise<AttemptResult | NotSent> {
    const attempt = this.world.model.attempt(reference);
    const decision = codeOutcome(this.world.actionOf(this.self()));
    if (!attempt) return Promise.resolve(UNKNOWN);
    const alias = this.aliases?.registers(attempt, submission) ?? null;
    let refused = false;
    let whyNot: AttemptResult | null = null;
    return this.world.calls.call<AttemptResult | NotSent>(this.self(), {
      description: `code for ${attempt.name}`,
      onArrival: () => {
        whyNot = this.aliases?.whyNot(attempt, submission) ?? null;
        refused = (decision === 'failed' || whyNot !== null) && attempt.actualState === 'open';
        if (decision === 'taken' && !whyNot) this.world.setAcquirerState(attempt, 'taken');
        if (alias) this.aliases?.hears(alias, attempt.actualState === 'taken', refused);
      },
      response: () => {
        if (refused) attempt.reportedOutcomes.add('code refused');
        return refused
          ? (whyNot ??
              attemptResult({
                outcome: 'failed',
                reason: 'code_invalid',
                submission: submission.reference,
                next: { kind: 'needsCode', alternatives: [] },
              }))
          : recordResponse(attempt, this.answerTo(attempt));
      },
      whenUnanswered: () => UNKNOWN,
      whenNotSent: () => ({ outcome: 'not_sent' }),
    });
  }

  poll({ reference }: StartedAttempt): Promise<AttemptResult | NotFound> {
    const attempt = this.world.model.attempt(reference);
    if (!attempt) return Promise.resolve({ outcome: 'not_found' }); // recorded in this step by a process that died before its call
    return this.world.calls.call<AttemptResult | NotFound>(this.self(), {
      description: `question about ${attempt.name}`,
      onArrival: () => this.world.expireAttempt(attempt),
      response: () => {
        const isForgetful = this.world.random('forgets', attempt.name).chance(this.world.isTruthful ? 0 : 0.05);
        if (attempt.actualState !== 'unseen' && !isForgetful) return recordResponse(attempt, this.answerTo(attempt));
        attempt.reportedOutcomes.add('not_found');
        return { outcome: 'not_found' };
      },
      whenUnanswered: () => UNKNOWN,
    });
  }

  capture({ reference }: StartedAttempt): Promise<AttemptResult> {
    return this.concerning(reference, 'capture', (attempt) => {
      if (attempt.actualState === 'authorized') this.world.setAcquirerState(attempt, 'taken');
    });
  }

  cancel({ reference }: StartedAttempt): Promise<AttemptResult> {
    return this.concerning(reference, 'cancellation', (attempt) => {
      if (attempt.actualState === 'open' || attempt.actualState === 'authorized') attempt.actualState = 'canceled';
    });
  }

  refund(request: RefundRequest): Promise<RefundResult | NotSent> {
    return this.returns.refund(request);
  }

  pollRefund(refund: StartedRefund): Promise<RefundResult | NotFound> {
    return this.returns.pollRefund(refund);
  }

  /** Lets this acquirer report something. */
  readCallback({ body }: RawCallback): Promise<ParsedCallback> {
    return Promise.resolve(JSON.parse(body.toString('utf8')) as ParsedCallback);
  }

  private concerning(reference: string, what: string, arrive: (attempt: AcquirerAttempt) => void): Promise<AttemptResult> {
    const attempt = this.world.model.attempt(reference);
    if (!attempt) return Promise.resolve(UNKNOWN);
    return this.world.calls.call<AttemptResult>(this.self(), {
      description: `${what} of ${attempt.name}`,
      onArrival: () => arrive(attempt),
      response: () => recordResponse(attempt, this.answerTo(attempt)),
      whenUnanswered: () => UNKNOWN,
    });
  }

  private answerTo(attempt: AcquirerAttempt): AttemptResult {
    // After reporting a wrong amount it always names the right one.
    return resultOf(attempt, attempt.wrongReports.length > 0 || this.world.random('says the sum', attempt.name).chance(0.7));
  }

  private begun({ reference, channel, money, expiresAt }: AttemptRequest): AcquirerAttempt {
    const action = this.world.actionOf(this.self());
    const payment = 'sale' in action ? this.world.model.onlinePayment(action.sale) : null;
    if (!payment) throw new Error(`No payment belongs to the attempt ${reference}`);
    const requested = { amount: money.amountMinor, currency: money.currency };
    const startedAt = this.self().get(BusinessClock).now();
    return this.world.model.adoptAttempt(payment, {
      reference,
      channel,
      test: isTestChannel(channel),
      requested,
      until: expiresAt,
      startedAt,
    });
  }
}

function recordResponse(attempt: AcquirerAttempt, result: AttemptResult): AttemptResult {
  attempt.reportedOutcomes.add(result.outcome);
  return result;
}

function capabilitiesOf(id: ChannelId): ChannelCapabilities {
  const { currencies, refunds, type } = channelOf(id);
  return {
    currencies,
    requiredPayer: [],
    poll: 'by-reference',
    notifiesFailures: true,
    captures: id === 'paypal',
    cancels: true,
    submits: type === 'blik' && id !== 'blik-recurrent' ? { alias: true } : null,
    refunds: refunds ? { partial: true, several: true, withinDays: null, secondsApart: 0 } : null,
    recurring: id === 'blik-recurrent' ? { models: ['A', 'O', 'M'], withoutPayment: true, banks: [] } : null,
  };
}
