import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import { uuidOf } from '../../../connectors/channels/port/reference.js';
import type { ChannelEvent, EventSubject, ReportAnswer, ReportHead } from '../../../connectors/channels/port/report.js';
import { ApplyAttemptOutcomeService } from '../attempts/apply-attempt-outcome.service.js';
import type { AttemptEffect } from '../attempts/attempt-effect.js';
import type { AttemptName } from '../attempts/lock-attempt.js';
import { ReturnMoneyService } from '../attempts/return-money.service.js';
import { BookChargebackService } from '../chargebacks/book-chargeback.service.js';
import { PaymentAttempt } from '../entities/payment-attempt.entity.js';

const MOST_NAME_BYTES = 255;

/** Takes an acquirer's report in: verified by its connector, applied and recorded, whatever came before it. */
@Injectable()
export class HandleChannelReportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly connectors: ChannelConnectors,
    private readonly clock: BusinessClock,
    private readonly applyOutcome: ApplyAttemptOutcomeService,
    private readonly returnMoney: ReturnMoneyService,
    private readonly chargebacks: BookChargebackService,
  ) {}

  /**
   * @param readBody called once there is somebody whose body it may be.
   * @returns what the acquirer wants to hear, once everything is stored.
   * @throws DomainError ROUTE_NOT_FOUND for an account that is not configured, UNAUTHORIZED when the source cannot be verified.
   */
  async run(account: string, head: ReportHead, readBody: () => Promise<Buffer>): Promise<ReportAnswer> {
    const connector = this.connectors.named(account);
    if (!connector) throw new DomainError('ROUTE_NOT_FOUND');
    if (!connector.mayReport(head)) throw new DomainError('UNAUTHORIZED');
    const report = await connector.readReport({ ...head, body: await readBody() });
    if (report.verdict === 'rejected') throw new DomainError('UNAUTHORIZED');
    if (report.verdict === 'hint') for (const about of report.about) await this.askSoon(account, about);
    else for (const event of report.events) await this.apply(account, event);
    return report.answer;
  }

  private async apply(account: string, event: ChannelEvent): Promise<void> {
    const name = await this.nameOf(account, event);
    if (event.kind === 'attempt' && name) {
      await this.applyOutcome.run(name, event.result, (tx, effect, reference) => this.record(tx, account, event, effect, reference));
      return;
    }
    if (event.kind === 'chargeback' && name) {
      const chargeback = { connector: account, eventId: bounded(event.eventId), money: event.money };
      await this.chargebacks.run(name, chargeback, (tx, effect, reference) => this.record(tx, account, event, effect, reference));
      return;
    }
    const isReturn = event.kind === 'refund' && name !== null;
    const effect = isReturn ? await this.returnMoney.apply(name, event.result) : event.kind === 'attempt' ? 'unknown_attempt' : 'for_staff';
    await this.record(this.dataSource.manager, account, event, effect, name?.reference ?? null);
  }

  /** By the acquirer's name of it first, then by ours; never one of another account. */
  private async nameOf(connector: string, { providerRef, reference, ...event }: ChannelEvent): Promise<NamedAttempt | null> {
    const own = reference === null ? null : uuidOf(reference);
    const { manager } = this.dataSource;
    if ('kind' in event && event.kind === 'refund') {
      const returned = own === null ? null : await manager.findOneBy(PaymentAttempt, { connector, returnReference: own });
      return returned && { reference: returned.reference, connector };
    }
    const found =
      (providerRef === null ? null : await manager.findOneBy(PaymentAttempt, { connector, providerRef })) ??
      (own === null ? null : await manager.findOneBy(PaymentAttempt, { connector, reference: own }));
    return found && { reference: found.reference, connector };
  }

  /** A hint is no word, only a reason to ask. */
  private async askSoon(connector: string, { providerRef, reference }: EventSubject): Promise<void> {
    await this.dataSource.query(
      `UPDATE payment_attempt SET ask_at = least(ask_at, $4) WHERE connector = $1 AND (provider_ref = $2 OR reference = $3) AND ask_at IS NOT NULL`,
      [connector, providerRef, reference === null ? null : uuidOf(reference), this.clock.now()],
    );
  }

  private async record(
    on: EntityManager,
    account: string,
    event: ChannelEvent,
    effect: AttemptEffect,
    reference: string | null,
  ): Promise<void> {
    const outcome = event.kind === 'chargeback' ? 'chargeback' : event.result.outcome;
    await on.query(
      `INSERT INTO payment_report (connector, event_id, kind, attempt_reference, provider_ref, outcome, effect, received_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (connector, event_id) DO NOTHING`,
      [
        account,
        bounded(event.eventId),
        event.kind,
        reference,
        event.providerRef && bounded(event.providerRef),
        outcome,
        effect,
        this.clock.now(),
      ],
    );
  }
}

type NamedAttempt = Extract<AttemptName, { reference: string }>;

function bounded(name: string): string {
  return Buffer.byteLength(name) <= MOST_NAME_BYTES ? name : createHash('sha256').update(name).digest('hex');
}
