import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError, invalidField } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isWellFormed } from '../../../common/validation/well-formed.js';
import { AcquirerConnectors } from '../../../connectors/acquirers/port/acquirer-connectors.js';
import { referenceToUuid } from '../../../common/reference.js';
import type { AcquirerEvent, EventSubject, CallbackResponse, CallbackHead } from '../../../connectors/acquirers/port/callback.js';
import type { RefundResult } from '../../../connectors/acquirers/port/refund.js';
import { ALIASES } from '../blik-aliases/acquirer-aliases.js';
import { ApplyAliasOutcomeService } from '../blik-aliases/apply-alias-outcome.service.js';
import type { AcquirerReferences } from '../acquirers/acquirer-resource.js';
import { type AppliedOutcome, boundedProviderRef, type ReceivedCallback, CallbackLog } from '../acquirers/callback-log.js';
import { type UnusableReason, unusableReason } from '../acquirers/unusable-event.js';
import { ATTEMPTS, REVERSALS } from '../attempts/acquirer-attempts.js';
import { ApplyAttemptOutcomeService } from '../attempts/outcome/apply-attempt-outcome.service.js';
import { ReverseSuspenseService } from '../attempts/outcome/reverse-suspense.service.js';
import { BookChargebackService } from '../chargebacks/book-chargeback.service.js';
import { REFUNDS } from '../refunds/acquirer-refunds.js';
import { ApplyRefundOutcomeService } from '../refunds/apply-refund-outcome.service.js';
import { SUBSCRIPTIONS } from '../subscriptions/acquirer-subscriptions.js';
import { ApplyMandateOutcomeService } from '../subscriptions/mandate/apply-mandate-outcome.service.js';

/** Lets the connector verify an acquirer's callback, then applies and stores the callback. */
@Injectable()
export class HandleAcquirerCallbackService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly connectors: AcquirerConnectors,
    private readonly clock: BusinessClock,
    private readonly attempts: ApplyAttemptOutcomeService,
    private readonly reversals: ReverseSuspenseService,
    private readonly refunds: ApplyRefundOutcomeService,
    private readonly aliases: ApplyAliasOutcomeService,
    private readonly mandates: ApplyMandateOutcomeService,
    private readonly chargebacks: BookChargebackService,
    private readonly callbackLog: CallbackLog,
  ) {}

  /**
   * @param readBody called only when the account exists and the request may be a callback of its acquirer.
   * @returns the response that the acquirer expects, once everything is stored.
   * @throws DomainError ROUTE_NOT_FOUND for an account that is not configured, UNAUTHORIZED when the source cannot be verified,
   * VALIDATION_ERROR for an unusable event, the first time only. The event is stored for staff. When the acquirer repeats it, the response
   * is a success, so that the acquirer does not repeat it for ever.
   */
  async run(account: string, head: CallbackHead, readBody: () => Promise<Buffer>): Promise<CallbackResponse> {
    const connector = this.connectors.find(account);
    if (!connector) throw new DomainError('ROUTE_NOT_FOUND');
    if (!connector.mayBeCallback(head)) throw new DomainError('UNAUTHORIZED');
    const parsed = await connector.readCallback({ ...head, body: await readBody() });
    if (parsed.verdict === 'rejected') throw new DomainError('UNAUTHORIZED');
    if (parsed.verdict === 'hint') await this.pollAll(account, parsed.about);
    else await this.applyAll(account, parsed.events);
    return parsed.answer;
  }

  private async pollAll(account: string, about: readonly EventSubject[]): Promise<void> {
    for (const subject of about) if (hasStorableReferences(subject)) await this.pollSoon(account, subject);
  }

  private async applyAll(account: string, events: readonly AcquirerEvent[]): Promise<void> {
    let unusable: UnusableReason | null = null;
    for (const event of events) {
      const problem = unusableReason(event);
      if (problem === null) await this.apply(account, event);
      else if (await this.storeUnusable(account, event, problem)) unusable = problem;
    }
    if (unusable !== null) throw invalidField(unusable.field, unusable.sentence);
  }

  /** Stores an unusable event for staff, and polls the acquirer for the actual state. @returns false when the event is stored already. */
  private async storeUnusable(account: string, event: AcquirerEvent, { field, sentence }: UnusableReason): Promise<boolean> {
    const isSearchable = hasStorableReferences(event);
    if (isSearchable) await this.pollSoon(account, event);
    const attempt = isSearchable ? await ATTEMPTS.find(this.dataSource, account, event) : null;
    const { manager } = this.dataSource;
    return this.callbackLog.recordUnusable(manager, account, event, `${field}: ${sentence}`, {
      attemptReference: attempt?.reference ?? null,
    });
  }

  private async apply(account: string, event: AcquirerEvent): Promise<void> {
    const callback = { account, event };
    if (!(await this.applyToMatched(callback))) await this.callbackLog.record(this.dataSource.manager, callback, unmatchedOutcome(event));
  }

  /** @returns false when the callback matches no row. */
  private applyToMatched(callback: ReceivedCallback): Promise<boolean> {
    const { account, event } = callback;
    switch (event.kind) {
      case 'attempt':
        return this.applyIfFound(ATTEMPTS, callback, (attempt) => this.attempts.run(attempt, event.result, callback));
      case 'chargeback': {
        const chargeback = { connector: account, eventId: boundedProviderRef(event.eventId), money: event.money };
        return this.applyIfFound(ATTEMPTS, callback, (attempt) => this.chargebacks.run(attempt, chargeback, callback));
      }
      case 'refund':
        return this.applyRefund(callback, event.result);
      case 'alias':
        return this.applyIfFound(ALIASES, callback, (alias) => this.aliases.run(alias, event.result, callback));
      case 'consent':
        return this.applyIfFound(SUBSCRIPTIONS, callback, (subscription) => this.mandates.run(subscription, event.result, callback));
    }
  }

  /** A refund at an acquirer is a partner's refund or a reversal of suspense money. */
  private async applyRefund(callback: ReceivedCallback, result: RefundResult): Promise<boolean> {
    const isRefund = await this.applyIfFound(REFUNDS, callback, (refund) => this.refunds.run(refund, result, callback));
    return isRefund || this.applyIfFound(REVERSALS, callback, (attempt) => this.reversals.apply(attempt, result, callback));
  }

  private async applyIfFound<Key>(
    resource: AcquirerReferences<Key>,
    { account, event }: ReceivedCallback,
    apply: (key: Key) => Promise<unknown>,
  ): Promise<boolean> {
    const key = await resource.find(this.dataSource, account, event);
    if (key) await apply(key);
    return key !== null;
  }

  /** A hint does not name the kind of its object, so each kind with these references is polled. */
  private async pollSoon(account: string, subject: EventSubject): Promise<void> {
    const now = this.clock.now();
    for (const resource of [ATTEMPTS, REVERSALS, REFUNDS, ALIASES, SUBSCRIPTIONS])
      await resource.pollSoon(this.dataSource, account, subject, now);
  }
}

/**
 * The outcome of a callback that matches no row, for example because the attempt was lost in a restore. The reference in the callback is
 * stored, so that staff can find the money.
 */
function unmatchedOutcome({ kind, reference }: AcquirerEvent): AppliedOutcome {
  if (kind !== 'attempt') return { effect: 'for_staff', attemptReference: null };
  return { effect: 'unknown_attempt', attemptReference: reference === null ? null : referenceToUuid(reference) };
}

/** Whether the database accepts the references as values. */
function hasStorableReferences({ providerRef, reference }: EventSubject): boolean {
  return [providerRef, reference].every((text) => text === null || isWellFormed(text));
}
