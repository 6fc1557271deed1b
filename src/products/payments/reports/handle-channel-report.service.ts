import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError, invalidField } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isWellFormed } from '../../../common/validation/well-formed.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { uuidOf } from '../../../common/reference.js';
import type { ChannelEvent, EventSubject, ReportAnswer, ReportHead } from '../../../connectors/channels/port/report.js';
import { ApplyAttemptOutcomeService } from '../attempts/outcome/apply-attempt-outcome.service.js';
import type { AttemptName } from '../attempts/lock-attempt.js';
import { BookChargebackService } from '../chargebacks/book-chargeback.service.js';
import { PaymentAttempt } from '../attempts/payment-attempt.entity.js';
import { ApplyAliasReportService } from './apply-alias-report.service.js';
import { ApplyConsentReportService } from './apply-consent-report.service.js';
import { ApplyRefundReportService } from './apply-refund-report.service.js';
import { boundedName, ReportLog } from '../at-channel/report-log.js';
import { type Unusable, whyUnusable } from '../at-channel/unusable.js';

/** Takes an acquirer's report in: verified by its connector, applied and recorded, whatever came before it. */
@Injectable()
export class HandleChannelReportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly connectors: ChannelConnectors,
    private readonly clock: BusinessClock,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
    private readonly applyRefund: ApplyRefundReportService,
    private readonly applyAlias: ApplyAliasReportService,
    private readonly applyConsent: ApplyConsentReportService,
    private readonly chargebacks: BookChargebackService,
    private readonly log: ReportLog,
  ) {}

  /**
   * @param readBody called once there is somebody whose body it may be.
   * @returns what the acquirer wants to hear, once everything is stored.
   * @throws DomainError ROUTE_NOT_FOUND for an account that is not configured, UNAUTHORIZED when the source cannot be verified,
   * VALIDATION_ERROR for what nobody can use: once, as it is kept for staff, and the acquirer need not repeat it for ever.
   */
  async run(account: string, head: ReportHead, readBody: () => Promise<Buffer>): Promise<ReportAnswer> {
    const connector = this.connectors.named(account);
    if (!connector) throw new DomainError('ROUTE_NOT_FOUND');
    if (!connector.mayReport(head)) throw new DomainError('UNAUTHORIZED');
    const report = await connector.readReport({ ...head, body: await readBody() });
    if (report.verdict === 'rejected') throw new DomainError('UNAUTHORIZED');
    if (report.verdict === 'hint') await this.askAll(account, report.about);
    else await this.applyAll(account, report.events);
    return report.answer;
  }

  private async askAll(account: string, about: readonly EventSubject[]): Promise<void> {
    for (const subject of about) if (isNameable(subject)) await this.askSoon(account, subject);
  }

  private async applyAll(account: string, events: readonly ChannelEvent[]): Promise<void> {
    let refused: Unusable | null = null;
    for (const event of events) {
      const problem = whyUnusable(event);
      if (problem === null) await this.apply(account, event);
      else if (await this.keepUnusable(account, event, problem)) refused = problem;
    }
    if (refused !== null) throw invalidField(refused.field, refused.sentence);
  }

  /** Whatever it was to say, the acquirer knows how it is. @returns false when it has been kept before. */
  private async keepUnusable(account: string, event: ChannelEvent, { field, sentence }: Unusable): Promise<boolean> {
    const nameable = isNameable(event);
    if (nameable) await this.askSoon(account, event);
    const name = nameable ? await this.nameOf(account, event) : null;
    const { manager } = this.dataSource;
    return this.log.keepUnusable(manager, account, event, `${field}: ${sentence}`, { attemptReference: name?.reference ?? null });
  }

  private async apply(account: string, event: ChannelEvent): Promise<void> {
    if (event.kind === 'alias') return this.applyAlias.run(account, event);
    if (event.kind === 'refund') return this.applyRefund.run(account, event);
    if (event.kind === 'consent') return this.applyConsent.run(account, event);
    const name = await this.nameOf(account, event);
    if (event.kind === 'attempt' && name) {
      await this.applyOutcome.run(name, event.result, (tx, effect, attemptReference) =>
        this.log.record(tx, account, event, effect, { attemptReference }),
      );
      return;
    }
    if (event.kind === 'chargeback' && name) {
      const chargeback = { connector: account, eventId: boundedName(event.eventId), money: event.money };
      await this.chargebacks.run(name, chargeback, (tx, effect, attemptReference) =>
        this.log.record(tx, account, event, effect, { attemptReference }),
      );
      return;
    }
    const { manager } = this.dataSource;
    if (event.kind === 'chargeback') return this.log.record(manager, account, event, 'for_staff', { attemptReference: null });
    // Of a payment that is not here, such as one of a moment before a restore: by what it was called, money can be found at the acquirer.
    const called = event.reference === null ? null : uuidOf(event.reference);
    await this.log.record(manager, account, event, 'unknown_attempt', { attemptReference: called });
  }

  /** By the acquirer's name of it first, then by ours; never one of another account. */
  private async nameOf(connector: string, { providerRef, reference }: EventSubject): Promise<NamedAttempt | null> {
    const own = reference === null ? null : uuidOf(reference);
    const { manager } = this.dataSource;
    const found =
      (providerRef === null ? null : await manager.findOneBy(PaymentAttempt, { connector, providerRef })) ??
      (own === null ? null : await manager.findOneBy(PaymentAttempt, { connector, reference: own }));
    return found && { reference: found.reference, connector };
  }

  /**
   * A hint is no word, only a reason to ask. Money that is on record may be so wrongly, a refund that is over may be taken back yet, and an
   * alias or a subscription that is active ended.
   */
  private async askSoon(connector: string, { providerRef, reference }: EventSubject): Promise<void> {
    const values = [connector, providerRef, reference === null ? null : uuidOf(reference), this.clock.now()];
    await this.dataSource.query(
      `UPDATE payment_attempt SET ask_at = least(ask_at, $4) WHERE connector = $1 AND (provider_ref = $2 OR reference = $3)
         AND (ask_at IS NOT NULL OR (state IN ('paid', 'held') AND amount_minor > 0))`,
      values,
    );
    await this.dataSource.query(
      `UPDATE payment_attempt SET ask_at = least(ask_at, $2) WHERE connector = $1 AND return_reference = $3
         AND state IN ('return_due', 'returned', 'suspense')`,
      [connector, this.clock.now(), reference === null ? null : uuidOf(reference)],
    );
    await this.dataSource.query(
      'UPDATE payment_refund SET ask_at = least(ask_at, $4) WHERE connector = $1 AND (provider_ref = $2 OR id = $3)',
      values,
    );
    await this.dataSource.query(
      `UPDATE payment_alias SET ask_at = coalesce(least(ask_at, $4), $4) WHERE connector = $1 AND (provider_ref = $2 OR id = $3) AND type = 'UID'
         AND (status = 'alias_active' OR ask_at IS NOT NULL)`,
      values,
    );
    await this.dataSource.query(
      `UPDATE payment_subscription SET ask_at = least(ask_at, $4) WHERE connector = $1 AND (provider_ref = $2 OR id = $3)
         AND (status = 'subscription_active' OR ask_at IS NOT NULL)`,
      values,
    );
  }
}

type NamedAttempt = Extract<AttemptName, { reference: string }>;

/** Whether anything could be known by its names. */
function isNameable({ providerRef, reference }: EventSubject): boolean {
  return [providerRef, reference].every((name) => name === null || isWellFormed(name));
}
