import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Environment } from '../../../runtime/config/environment.js';
import { callEraseFunction } from '../../../runtime/personal-data/call-erase-function.js';
import type { PersonalDataSource } from '../../../runtime/personal-data/personal-data-source.js';
import { PersonalDataRegistry } from '../../../runtime/personal-data/personal-data-registry.js';
import { defineRetention } from '../../../runtime/personal-data/define-retention.js';
import { relatedRowsAsText, columnsAsText } from '../../../runtime/personal-data/searchable-text.js';
import { SentSignaturesQuery } from './sent-signatures.query.js';

// An index on the events that still have a body finds the oldest events. Events with a pending delivery cannot be erased yet. They are left
// out of the batch, because those of a paused endpoint could fill every batch, and then no other event would be erased.
const SELECT_OLDEST = `
  SELECT e.id AS key FROM webhook_event e JOIN webhook_delivery d ON d.event_id = e.id
  WHERE e.body <> '{}' AND e.created_at < $1 AND d.status <> 'pending'
  ORDER BY e.created_at LIMIT $2 FOR NO KEY UPDATE OF d SKIP LOCKED`;

/**
 * Erases bodies and signed texts of notifications, and the stored responses of receivers. Notifications that may still be sent stay
 * unchanged. For an erased notification the sent signature is stored, so that a partner who has the body can prove that the gateway sent
 * it.
 */
@Injectable()
export class NotificationBodies implements PersonalDataSource, OnModuleInit {
  readonly name = 'notifications';
  readonly table = 'webhook_event';
  readonly key = [{ column: 'id', type: 'uuid' }] as const;
  readonly searchedTextSql = `concat_ws(chr(10), ${columnsAsText('t', ['body', 'signed_text'])},
    ${relatedRowsAsText('webhook_attempt o WHERE o.event_id = t.id', ['response_excerpt'])})`;
  readonly blockedReasonSql = `(SELECT CASE WHEN d.status = 'pending' THEN 'it is still to be delivered' END FROM webhook_delivery d WHERE d.event_id = t.id)`;
  readonly blockedHint =
    'A notification can be erased once it is acknowledged or exhausted, or the partner’s server has responded 410. "deliveries endpoints" shows why it waits.';

  constructor(
    private readonly sentSignatures: SentSignaturesQuery,
    private readonly registry: PersonalDataRegistry,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.registry.add(this);
    const days = this.environment.retention.notificationBodiesDays;
    this.registry.retain(defineRetention(this.name, days, SELECT_OLDEST, (tx, ids, at) => this.eraseBodies(tx, ids, null, at)));
  }

  erase(tx: EntityManager, keys: readonly (readonly string[])[], payerPattern: string, at: Date): Promise<number> {
    return this.eraseBodies(tx, keys.flat(), payerPattern, at);
  }

  private async eraseBodies(tx: EntityManager, ids: readonly string[], payerPattern: string | null, at: Date): Promise<number> {
    const signatures = await this.sentSignatures.signaturesOf(tx, ids);
    return callEraseFunction(tx, 'erase_notifications($1, $2, $3, $4)', [
      ids,
      ids.map((id) => signatures.get(id) ?? null),
      payerPattern,
      at,
    ]);
  }
}
