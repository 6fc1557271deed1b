import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { Money } from '../../../connectors/channels/port/money.js';
import type { ChannelEvent } from '../../../connectors/channels/port/report.js';
import type { AttemptEffect } from './attempt-effect.js';

const MOST_NAME_BYTES = 255;

/** What a report was about, as far as it is known. */
export interface ReportSubject {
  attemptReference: string | null;
  refundId?: string;
  aliasId?: string;
  subscriptionId?: string;
}

/** What acquirers reported and what that did, for support. */
@Injectable()
export class ReportLog {
  constructor(private readonly clock: BusinessClock) {}

  /** @param on the transaction in which it was applied, if it was. */
  async record(on: EntityManager, account: string, event: ChannelEvent, effect: AttemptEffect, about: ReportSubject): Promise<void> {
    await on.query(
      `INSERT INTO payment_report (connector, event_id, kind, attempt_reference, refund_id, alias_id, subscription_id, provider_ref, outcome, effect, received_at,
         amount_minor, currency)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (connector, event_id) DO NOTHING`,
      [
        account,
        boundedName(event.eventId),
        event.kind,
        about.attemptReference,
        about.refundId ?? null,
        about.aliasId ?? null,
        about.subscriptionId ?? null,
        event.providerRef && boundedName(event.providerRef),
        event.kind === 'chargeback' ? 'chargeback' : event.result.outcome,
        effect,
        this.clock.now(),
        moneyOf(event)?.amountMinor ?? null,
        moneyOf(event)?.currency ?? null,
      ],
    );
  }
}

/** What the acquirer says it took or gave back, when it says that. */
function moneyOf(event: ChannelEvent): Money | null {
  if (event.kind === 'attempt' || event.kind === 'refund') return event.result.money;
  return event.kind === 'chargeback' ? event.money : null;
}

/** A name of the acquirer's as it is kept: a digest of one that is too long. */
export function boundedName(name: string): string {
  return Buffer.byteLength(name) <= MOST_NAME_BYTES ? name : createHash('sha256').update(name).digest('hex');
}
