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
import { attemptResult, actualAttemptResult, NO_ATTEMPT_UPDATE } from './attempt-results.js';
import { BankMandates } from './bank-mandates.js';
import { BankAliases } from './bank-aliases.js';
import { codeOutcome } from './code-outcome.js';
import { AcquirerRefunds } from './acquirer-refunds.js';

/** Channels of the two acquirers. `tryout` is a test acquirer, which takes no money. */
export const ACQUIRERS: Readonly<Record<string, readonly ChannelId[]>> = {
  acquirer: ['blik', 'mbank', 'card', 'paypal', 'paysafecash', 'blik-level0', 'blik-recurrent'],
  tryout: ['skrill'],
};

export const isTestChannel = (channel: string): boolean => ACQUIRERS['tryout']?.some((id) => id === channel) ?? false;

/** An acquirer's connector in one process. The acquirer's records are in the model, which all processes share. */
export class SimulatedAcquirer extends AcquirerConnector {
  readonly aliases: BankAliases | null;
  readonly recurring: BankMandates | null;
  private readonly refunds: AcquirerRefunds;
  readonly capabilities: Partial<Record<ChannelId, ChannelCapabilities>>;

  constructor(
    readonly name: string,
    private readonly world: World,
    private readonly getProcess: () => GatewayProcess,
  ) {
    super();
    this.refunds = new AcquirerRefunds(world, getProcess);
    this.aliases = this.isSimulated ? null : new BankAliases(world, getProcess);
    this.recurring = this.isSimulated ? null : new BankMandates(world, getProcess, (start) => this.adoptAttempt(start));
    this.capabilities = Object.fromEntries((ACQUIRERS[name] ?? []).map((id) => [id, capabilitiesOf(id)]));
  }

  /** Whether it is the test acquirer. To the gateway the other acquirer is a real one. */
  override get isSimulated(): boolean {
    return this.name === 'tryout';
  }

  start(request: AttemptRequest): Promise<AttemptResult | NotSent> {
    const attempt = this.adoptAttempt(request);
    const action = this.world.actionOf(this.getProcess());
    return this.world.calls.call<AttemptResult | NotSent>(this.getProcess(), {
      description: `start of ${attempt.name} at ${request.channel}`,
      onArrival: () => {
        if (attempt.actualState === 'unseen')
          this.world.setAcquirerState(attempt, action.kind === 'start attempt' && action.decision !== 'unseen' ? action.decision : 'open');
      },
      response: () => recordResponse(attempt, this.attemptUpdate(attempt)),
      whenUnanswered: () => NO_ATTEMPT_UPDATE,
      whenNotSent: () => {
        attempt.reportedOutcomes.add('not_sent');
        return { outcome: 'not_sent' };
      },
    });
  }

  submitCode({ reference }: StartedAttempt, submission: Submission): Promise<AttemptResult | NotSent> {
    const attempt = this.world.model.attempt(reference);
    const decision = codeOutcome(this.world.actionOf(this.getProcess()));
    if (!attempt) return Promise.resolve(NO_ATTEMPT_UPDATE);
    const alias = this.aliases?.adoptRequestedAlias(attempt, submission) ?? null;
    let isCodeRefused = false;
    let aliasFailure: AttemptResult | null = null;
    return this.world.calls.call<AttemptResult | NotSent>(this.getProcess(), {
      description: `code for ${attempt.name}`,
      onArrival: () => {
        aliasFailure = this.aliases?.aliasFailure(attempt, submission) ?? null;
        isCodeRefused = (decision === 'failed' || aliasFailure !== null) && attempt.actualState === 'open';
        if (decision === 'captured' && !aliasFailure) this.world.setAcquirerState(attempt, 'captured');
        if (alias) this.aliases?.decideRegistration(alias, attempt.actualState === 'captured', isCodeRefused);
      },
      response: () => {
        if (isCodeRefused) attempt.reportedOutcomes.add('code refused');
        return isCodeRefused
          ? (aliasFailure ??
              attemptResult({
                outcome: 'failed',
                reason: 'code_invalid',
                submission: submission.reference,
                next: { kind: 'needsCode', alternatives: [] },
              }))
          : recordResponse(attempt, this.attemptUpdate(attempt));
      },
      whenUnanswered: () => NO_ATTEMPT_UPDATE,
      whenNotSent: () => ({ outcome: 'not_sent' }),
    });
  }

  poll({ reference }: StartedAttempt): Promise<AttemptResult | NotFound> {
    const attempt = this.world.model.attempt(reference);
    if (!attempt) return Promise.resolve({ outcome: 'not_found' }); // the row was stored in this step, and the request never arrived
    return this.world.calls.call<AttemptResult | NotFound>(this.getProcess(), {
      description: `question about ${attempt.name}`,
      onArrival: () => this.world.expireAttempt(attempt),
      response: () => {
        const isForgotten = this.world.random('forgets', attempt.name).chance(this.world.isTruthful ? 0 : 0.05);
        if (attempt.actualState !== 'unseen' && !isForgotten) return recordResponse(attempt, this.attemptUpdate(attempt));
        attempt.reportedOutcomes.add('not_found');
        return { outcome: 'not_found' };
      },
      whenUnanswered: () => NO_ATTEMPT_UPDATE,
    });
  }

  capture({ reference }: StartedAttempt): Promise<AttemptResult> {
    return this.callAboutAttempt(reference, 'capture', (attempt) => {
      if (attempt.actualState === 'authorized') this.world.setAcquirerState(attempt, 'captured');
    });
  }

  cancel({ reference }: StartedAttempt): Promise<AttemptResult> {
    return this.callAboutAttempt(reference, 'cancellation', (attempt) => {
      if (attempt.actualState === 'open' || attempt.actualState === 'authorized') attempt.actualState = 'canceled';
    });
  }

  refund(request: RefundRequest): Promise<RefundResult | NotSent> {
    return this.refunds.refund(request);
  }

  pollRefund(refund: StartedRefund): Promise<RefundResult | NotFound> {
    return this.refunds.pollRefund(refund);
  }

  /** Parses the callbacks that the actions of the simulation send. These callbacks have no signature. */
  readCallback({ body }: RawCallback): Promise<ParsedCallback> {
    return Promise.resolve(JSON.parse(body.toString('utf8')) as ParsedCallback);
  }

  /** @param verb first word of the call's description. */
  private callAboutAttempt(reference: string, verb: string, onArrival: (attempt: AcquirerAttempt) => void): Promise<AttemptResult> {
    const attempt = this.world.model.attempt(reference);
    if (!attempt) return Promise.resolve(NO_ATTEMPT_UPDATE);
    return this.world.calls.call<AttemptResult>(this.getProcess(), {
      description: `${verb} of ${attempt.name}`,
      onArrival: () => onArrival(attempt),
      response: () => recordResponse(attempt, this.attemptUpdate(attempt)),
      whenUnanswered: () => NO_ATTEMPT_UPDATE,
    });
  }

  private attemptUpdate(attempt: AcquirerAttempt): AttemptResult {
    // An acquirer that has reported a false amount names the captured amount from then on.
    return actualAttemptResult(attempt, attempt.falseAmounts.length > 0 || this.world.random('says the sum', attempt.name).chance(0.7));
  }

  /** Adds the attempt of a request to the model, for the payment of the action that this process performs. */
  private adoptAttempt({ reference, channel, money, expiresAt }: AttemptRequest): AcquirerAttempt {
    const action = this.world.actionOf(this.getProcess());
    const payment = 'sale' in action ? this.world.model.onlinePayment(action.sale) : null;
    if (!payment) throw new Error(`The action of the attempt ${reference} has no payment`);
    const requested = { amount: money.amountMinor, currency: money.currency };
    const startedAt = this.getProcess().get(BusinessClock).now();
    return this.world.model.adoptAttempt(payment, {
      reference,
      channel,
      test: isTestChannel(channel),
      requested,
      expiresAt: expiresAt,
      startedAt,
    });
  }
}

/** Records in the model that the outcome was reported to the gateway. */
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
    recurring: id === 'blik-recurrent' ? { models: ['A', 'O', 'M'], supportsSetupPayments: true, banks: [] } : null,
  };
}
