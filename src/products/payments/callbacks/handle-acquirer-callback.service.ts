import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError, invalidField } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isWellFormed } from '../../../common/validation/well-formed.js';
import { AcquirerConnectors } from '../../../connectors/acquirers/port/acquirer-connectors.js';
import { referenceToUuid } from '../../../common/reference.js';
import type { AcquirerEvent, EventSubject, CallbackResponse, CallbackHead } from '../../../connectors/acquirers/port/callback.js';
import type { RefundResult } from '../../../connectors/acquirers/port/refund.js';
import { ALIASES } from '../aliases/acquirer-aliases.js';
import { ApplyAliasOutcomeService } from '../aliases/apply-alias-outcome.service.js';
import type { AcquirerNames } from '../acquirers/acquirer-resource.js';
import { type AppliedOutcome, boundedProviderRef, type ReceivedCallback, CallbackLog } from '../acquirers/callback-log.js';
import { type UnusableEvent, unusableReason } from '../acquirers/unusable-event.js';
import { ATTEMPTS, REVERSALS } from '../attempts/acquirer-attempts.js';
import { ApplyAttemptOutcomeService } from '../attempts/outcome/apply-attempt-outcome.service.js';
import { ReverseSuspenseService } from '../attempts/outcome/reverse-suspense.service.js';
import { BookChargebackService } from '../chargebacks/book-chargeback.service.js';
import { REFUNDS } from '../refunds/acquirer-refunds.js';
import { ApplyRefundOutcomeService } from '../refunds/apply-refund-outcome.service.js';
import { SUBSCRIPTIONS } from '../subscriptions/acquirer-subscriptions.js';
import { ApplyMandateOutcomeService } from '../subscriptions/mandate/apply-mandate-outcome.service.js';

/** Has an acquirer's report verified by its connector, applies it and records it. */
@Injectable()
export class HandleAcquirerCallbackService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly connectors: AcquirerConnectors,
    private readonly clock: BusinessClock,
    private readonly attempts: ApplyAttemptOutcomeService,
    private readonly returns: ReverseSuspenseService,
    private readonly refunds: ApplyRefundOutcomeService,
    private readonly aliases: ApplyAliasOutcomeService,
    private readonly mandates: ApplyMandateOutcomeService,
    private readonly chargebacks: BookChargebackService,
    private readonly log: CallbackLog,
  ) {}

  /**
   * @param readBody called only when the account exists and the sender may report for it.
   * @returns the answer that the acquirer expects, once everything is stored.
   * @throws DomainError ROUTE_NOT_FOUND for an account that is not configured, UNAUTHORIZED when the source cannot be verified,
   * VALIDATION_ERROR for an unusable report, the first time only: it is kept for staff, and the acquirer need not repeat it for ever.
   */
  async run(account: string, head: CallbackHead, readBody: () => Promise<Buffer>): Promise<CallbackResponse> {
    const connector = this.connectors.named(account);
    if (!connector) throw new DomainError('ROUTE_NOT_FOUND');
    if (!connector.mayBeCallback(head)) throw new DomainError('UNAUTHORIZED');
    const report = await connector.readCallback({ ...head, body: await readBody() });
    if (report.verdict === 'rejected') throw new DomainError('UNAUTHORIZED');
    if (report.verdict === 'hint') await this.pollAll(account, report.about);
    else await this.applyAll(account, report.events);
    return report.answer;
  }

  private async pollAll(account: string, about: readonly EventSubject[]): Promise<void> {
    for (const subject of about) if (isNameable(subject)) await this.pollSoon(account, subject);
  }

  private async applyAll(account: string, events: readonly AcquirerEvent[]): Promise<void> {
    let refused: UnusableEvent | null = null;
    for (const event of events) {
      const problem = unusableReason(event);
      if (problem === null) await this.apply(account, event);
      else if (await this.keepUnusable(account, event, problem)) refused = problem;
    }
    if (refused !== null) throw invalidField(refused.field, refused.sentence);
  }

  /** Keeps an unusable report for staff, and polls the acquirer for the truth. @returns false when it has been kept before. */
  private async keepUnusable(account: string, event: AcquirerEvent, { field, sentence }: UnusableEvent): Promise<boolean> {
    const nameable = isNameable(event);
    if (nameable) await this.pollSoon(account, event);
    const attempt = nameable ? await ATTEMPTS.find(this.dataSource, account, event) : null;
    const { manager } = this.dataSource;
    return this.log.keepUnusable(manager, account, event, `${field}: ${sentence}`, { attemptReference: attempt?.reference ?? null });
  }

  private async apply(account: string, event: AcquirerEvent): Promise<void> {
    const report = { account, event };
    if (!(await this.applyToKnown(report))) await this.log.record(this.dataSource.manager, report, ofUnknown(event));
  }

  /** @returns false when the report names nothing that the database has. */
  private applyToKnown(report: ReceivedCallback): Promise<boolean> {
    const { account, event } = report;
    switch (event.kind) {
      case 'attempt':
        return this.found(ATTEMPTS, report, (attempt) => this.attempts.run(attempt, event.result, report));
      case 'chargeback': {
        const chargeback = { connector: account, eventId: boundedProviderRef(event.eventId), money: event.money };
        return this.found(ATTEMPTS, report, (attempt) => this.chargebacks.run(attempt, chargeback, report));
      }
      case 'refund':
        return this.applyRefund(report, event.result);
      case 'alias':
        return this.found(ALIASES, report, (alias) => this.aliases.run(alias, event.result, report));
      case 'consent':
        return this.found(SUBSCRIPTIONS, report, (subscription) => this.mandates.run(subscription, event.result, report));
    }
  }

  /** A refund at an acquirer is a partner's refund or a return of unmatched funds. */
  private async applyRefund(report: ReceivedCallback, result: RefundResult): Promise<boolean> {
    const isRefund = await this.found(REFUNDS, report, (refund) => this.refunds.run(refund, { result, from: 'report' }, report));
    return isRefund || this.found(REVERSALS, report, (attempt) => this.returns.apply(attempt, result, report));
  }

  private async found<Key>(
    names: AcquirerNames<Key>,
    { account, event }: ReceivedCallback,
    apply: (key: Key) => Promise<unknown>,
  ): Promise<boolean> {
    const key = await names.find(this.dataSource, account, event);
    if (key) await apply(key);
    return key !== null;
  }

  /** A hint does not say what it is about, so every kind of thing with these names is polled. */
  private async pollSoon(account: string, subject: EventSubject): Promise<void> {
    const now = this.clock.now();
    for (const names of [ATTEMPTS, REVERSALS, REFUNDS, ALIASES, SUBSCRIPTIONS])
      await names.pollSoon(this.dataSource, account, subject, now);
  }
}

/** A report about something unknown, such as an attempt lost in a restore. Its reference is kept, so that staff can find the money. */
function ofUnknown({ kind, reference }: AcquirerEvent): AppliedOutcome {
  if (kind !== 'attempt') return { effect: 'for_staff', attemptReference: null };
  return { effect: 'unknown_attempt', attemptReference: reference === null ? null : referenceToUuid(reference) };
}

/** Whether the database can hold its names. */
function isNameable({ providerRef, reference }: EventSubject): boolean {
  return [providerRef, reference].every((name) => name === null || isWellFormed(name));
}
