import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Environment } from '../../../runtime/config/environment.js';
import { callEraseFunction } from '../../../runtime/personal-data/call-erase-function.js';
import type { PersonalDataSource } from '../../../runtime/personal-data/personal-data-source.js';
import { PersonalDataRegistry } from '../../../runtime/personal-data/personal-data-registry.js';
import { defineRetention } from '../../../runtime/personal-data/define-retention.js';
import { relatedRowsAsText, columnsAsText } from '../../../runtime/personal-data/searchable-text.js';
import { SentSignaturesQuery } from './sent-signatures.query.js';

// An index on the events that still have a body finds the oldest. Pending ones are left out, so that one at a paused endpoint holds up no other.
const OLDEST = `
  SELECT e.id AS key FROM webhook_event e JOIN webhook_delivery d ON d.event_id = e.id
  WHERE e.body <> '{}' AND e.created_at < $1 AND d.status <> 'pending'
  ORDER BY e.created_at LIMIT $2 FOR NO KEY UPDATE OF d SKIP LOCKED`;

/**
 * Notifications with their signed text, and the receivers' responses. Those that may still be sent stay unchanged. For the others the sent
 * signature is stored, so that a partner who has the body can show that it came from the gateway.
 */
@Injectable()
export class NotificationBodies implements PersonalDataSource, OnModuleInit {
  readonly name = 'notifications';
  readonly table = 'webhook_event';
  readonly key = [{ column: 'id', type: 'uuid' }] as const;
  readonly texts = `concat_ws(chr(10), ${columnsAsText('t', ['body', 'signed_text'])},
    ${relatedRowsAsText('webhook_attempt o WHERE o.event_id = t.id', ['response_excerpt'])})`;
  readonly waits = `(SELECT CASE WHEN d.status = 'pending' THEN 'it is still to be delivered' END FROM webhook_delivery d WHERE d.event_id = t.id)`;
  readonly untilThen =
    'A notification is over when it is acknowledged, when its retries are used up, or when the partner’s server answers 410; deliveries endpoints says what keeps it.';

  constructor(
    private readonly sent: SentSignaturesQuery,
    private readonly kinds: PersonalDataRegistry,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
    const days = this.environment.retention.notificationBodiesDays;
    this.kinds.retain(defineRetention(this.name, days, OLDEST, (tx, ids, at) => this.eraseThose(tx, ids, null, at)));
  }

  erase(tx: EntityManager, keys: readonly (readonly string[])[], mention: string, at: Date): Promise<number> {
    return this.eraseThose(tx, keys.flat(), mention, at);
  }

  private async eraseThose(tx: EntityManager, ids: readonly string[], mention: string | null, at: Date): Promise<number> {
    const signatures = await this.sent.of(tx, ids);
    return callEraseFunction(tx, 'erase_notifications($1, $2, $3, $4)', [ids, ids.map((id) => signatures.get(id) ?? null), mention, at]);
  }
}
