import { channelOf, CHANNELS } from '../../../src/connectors/acquirers/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../src/connectors/acquirers/catalogue/channel-ids.js';
import type { AliasOperations, AliasResult, StartedAlias } from '../../../src/connectors/acquirers/port/alias.js';
import type { AttemptResult, NotFound, NotSent, AttemptRequest, StartedAttempt } from '../../../src/connectors/acquirers/port/attempt.js';
import type { ChannelCapabilities } from '../../../src/connectors/acquirers/port/capabilities.js';
import { AcquirerConnector } from '../../../src/connectors/acquirers/port/acquirer-connector.js';
import { AcquirerConnectors } from '../../../src/connectors/acquirers/port/acquirer-connectors.js';
import type { AcquirerEvent, RawCallback, ParsedCallback } from '../../../src/connectors/acquirers/port/callback.js';
import type { RefundRequest, RefundResult, StartedRefund } from '../../../src/connectors/acquirers/port/refund.js';
import type { Submission } from '../../../src/connectors/acquirers/port/submission.js';
import { FakeMandates } from './fake-mandates.js';

export const attemptResult = (outcome: Partial<AttemptResult> & Pick<AttemptResult, 'outcome'>): AttemptResult =>
  ({
    providerRef: null,
    data: null,
    next: { kind: 'none' },
    submission: null,
    rawCode: null,
    money: null,
    ...(outcome.outcome === 'failed' && { reason: 'other' }),
    ...outcome,
  }) as AttemptResult;

export const aliasResult = (outcome: Partial<AliasResult> & Pick<AliasResult, 'outcome'>): AliasResult =>
  ({
    providerRef: null,
    data: null,
    appKey: null,
    expiresAt: null,
    rawCode: null,
    ...(outcome.outcome === 'failed' && { reason: 'other' }),
    ...outcome,
  }) as AliasResult;

type Handler<Call, Result> = (call: Call) => Result | Promise<Result>;

/** A fake acquirer. It returns the results that a test sets, and records its calls. */
export class FakeAcquirer extends AcquirerConnector {
  readonly capabilities: Partial<Record<ChannelId, ChannelCapabilities>> = {};
  supportsAliases = true;
  readonly recurring = new FakeMandates();
  readonly started: AttemptRequest[] = [];
  readonly submittedCodes: string[] = [];
  /** All submissions, with codes and with aliases. `submittedCodes` has only the codes. */
  readonly submissions: Submission[] = [];
  readonly aliasesPolled: StartedAlias[] = [];
  readonly unregistered: StartedAlias[] = [];
  readonly refunds: RefundRequest[] = [];
  readonly refundsPolled: StartedRefund[] = [];
  readonly cancelled: string[] = [];
  attemptPolls = 0;

  onStart: Handler<AttemptRequest, AttemptResult | NotSent> = ({ reference, channel }) =>
    attemptResult({
      outcome: 'pending',
      providerRef: `p-${reference}`,
      next:
        channelOf(channel).type === 'blik'
          ? { kind: 'needsCode', alternatives: [] }
          : { kind: 'redirect', url: `https://bank.example.test/${reference}` },
    });
  onCode: Handler<{ attempt: StartedAttempt; submission: Submission }, AttemptResult | NotSent> = () =>
    attemptResult({ outcome: 'pending', next: { kind: 'waitPayer', until: new Date(Date.now() + 60_000) } });
  onPoll: Handler<StartedAttempt, AttemptResult | NotFound> = () => attemptResult({ outcome: 'pending' });
  onCapture: Handler<StartedAttempt, AttemptResult> = () => attemptResult({ outcome: 'paid' });
  onCancel: Handler<StartedAttempt, AttemptResult> = () => attemptResult({ outcome: 'unknown' });
  onRefund: Handler<RefundRequest, RefundResult | NotSent> = ({ reference }) => ({
    outcome: 'completed',
    providerRef: `r-${reference}`,
    data: null,
    rawCode: null,
    money: null,
  });
  onPollRefund: Handler<StartedRefund, RefundResult | NotFound> = () => ({ outcome: 'not_found' });
  onPollAlias: Handler<StartedAlias, AliasResult | NotFound> = () => aliasResult({ outcome: 'pending' });
  onUnregister: Handler<StartedAlias, AliasResult | NotFound> = () => aliasResult({ outcome: 'unregistered' });
  onCallback: Handler<RawCallback, ParsedCallback> = ({ body }) => ({
    verdict: 'verified',
    events: [JSON.parse(body.toString()) as AcquirerEvent],
    answer: { status: 200, contentType: 'text/plain', body: 'TRUE' },
  });

  constructor(
    readonly name: string,
    channels: readonly ChannelId[] = CHANNELS.map(({ id }) => id),
  ) {
    super();
    for (const id of channels) this.capabilities[id] = capabilitiesOf(id);
  }

  /** Overrides methods of `connectors`: from now on, this acquirer serves all its channels, whatever the settings say. */
  replaceIn(connectors: AcquirerConnectors): this {
    const [serving, find] = [connectors.serving.bind(connectors), connectors.find.bind(connectors)];
    connectors.serving = (channel) => (this.capabilities[channel] ? this : serving(channel));
    connectors.find = (name) => (name === this.name ? this : find(name));
    connectors.available = () => CHANNELS.map(({ id }) => id).filter((id) => connectors.serving(id) !== null);
    return this;
  }

  get aliases(): AliasOperations | null {
    if (!this.supportsAliases) return null;
    return {
      pollAlias: (alias) => {
        this.aliasesPolled.push(alias);
        return Promise.resolve(this.onPollAlias(alias));
      },
      unregisterAlias: (alias) => {
        this.unregistered.push(alias);
        return Promise.resolve(this.onUnregister(alias));
      },
    };
  }

  start(attempt: AttemptRequest): Promise<AttemptResult | NotSent> {
    this.started.push(attempt);
    return Promise.resolve(this.onStart(attempt));
  }

  submitCode(attempt: AttemptRequest & StartedAttempt, submission: Submission): Promise<AttemptResult | NotSent> {
    this.submissions.push(submission);
    if (submission.kind === 'code') this.submittedCodes.push(submission.code);
    return Promise.resolve(this.onCode({ attempt, submission }));
  }

  poll(attempt: StartedAttempt): Promise<AttemptResult | NotFound> {
    this.attemptPolls += 1;
    return Promise.resolve(this.onPoll(attempt));
  }

  capture(attempt: StartedAttempt): Promise<AttemptResult> {
    return Promise.resolve(this.onCapture(attempt));
  }

  cancel(attempt: StartedAttempt): Promise<AttemptResult> {
    this.cancelled.push(attempt.reference);
    return Promise.resolve(this.onCancel(attempt));
  }

  refund(refund: RefundRequest): Promise<RefundResult | NotSent> {
    this.refunds.push(refund);
    return Promise.resolve(this.onRefund(refund));
  }

  pollRefund(refund: StartedRefund): Promise<RefundResult | NotFound> {
    this.refundsPolled.push(refund);
    return Promise.resolve(this.onPollRefund(refund));
  }

  readCallback(raw: RawCallback): Promise<ParsedCallback> {
    return Promise.resolve(this.onCallback(raw));
  }
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
    submits: type === 'blik' ? { alias: true } : null,
    refunds: refunds ? { partial: true, several: true, withinDays: null, secondsApart: 0 } : null,
    recurring:
      id === 'blik-recurrent'
        ? { models: ['A', 'O', 'M'], supportsSetupPayments: true, banks: [{ name: 'Bank Dębowy', mark: null }] }
        : null,
  };
}
