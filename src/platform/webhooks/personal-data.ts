import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type EncryptedKey, ServiceKeys } from '../partners/keys/service-keys.js';
import {
  callEraseFunction,
  columnsAsText,
  type PersonalDataSource,
  type Retention,
  relatedRowsAsText,
} from '../products/personal-data-source.js';
import { bodySignature } from './delivery/body-signature.js';

// An index on the events that still have a body finds the oldest events. Events with a pending delivery cannot be erased yet. They are left
// out of the batch, because those of a paused endpoint could fill every batch, and then no other event would be erased.
const SELECT_OLDEST = `
  SELECT e.id AS key FROM webhook_event e JOIN webhook_delivery d ON d.event_id = e.id
  WHERE e.body <> '{}' AND e.created_at < $1 AND d.status <> 'pending'
  ORDER BY e.created_at LIMIT $2 FOR NO KEY UPDATE OF d SKIP LOCKED`;

type SentRow = EncryptedKey & { event_id: string; signed_text: string };

// While keys overlap, the oldest valid key signs the body. So this is the oldest key that was valid at the last attempt, or at the
// acknowledgement when the attempts were deleted. An event has no row when it was never sent, when its attempts were deleted and none was
// acknowledged, when its key was deleted, or when its body was erased before.
const SELECT_SENT = `
  SELECT e.id AS event_id, e.signed_text, k.id, k.service_id, k.purpose, k.ciphertext, k.encryption_key_version
  FROM webhook_event e JOIN webhook_delivery d ON d.event_id = e.id
  CROSS JOIN LATERAL (SELECT coalesce(max(a.started_at), d.acknowledged_at) AS at FROM webhook_attempt a WHERE a.event_id = e.id) last
  CROSS JOIN LATERAL (
    SELECT * FROM service_key k WHERE k.service_id = e.service_id AND k.purpose = 'ipn' AND k.valid_from <= last.at
      AND (k.valid_until IS NULL OR k.valid_until > last.at) ORDER BY k.valid_from, k.id LIMIT 1
  ) k
  WHERE e.id = ANY ($1) AND e.erased_at IS NULL`;

/**
 * Erases bodies and signed texts of notifications, and the stored responses of receivers. Notifications that may still be sent stay
 * unchanged. For an erased notification the sent signature is stored, so that a partner who has the body can prove that the gateway sent
 * it.
 */
@Injectable()
export class NotificationBodies implements PersonalDataSource {
  readonly name = 'notifications';
  readonly table = 'webhook_event';
  readonly key = [{ column: 'id', type: 'uuid' }] as const;
  readonly searchedTextSql = `concat_ws(chr(10), ${columnsAsText('t', ['body', 'signed_text'])},
    ${relatedRowsAsText('webhook_attempt o WHERE o.event_id = t.id', ['response_excerpt'])})`;
  readonly blockedReasonSql = `(SELECT CASE WHEN d.status = 'pending' THEN 'it is still to be delivered' END FROM webhook_delivery d WHERE d.event_id = t.id)`;
  readonly blockedHint =
    'A notification can be erased once it is acknowledged or exhausted, or the partner’s server has responded 410. "deliveries endpoints" shows why it waits.';

  constructor(private readonly keys: ServiceKeys) {}

  /** Erasure by age. */
  retention(days: number): Retention {
    return {
      name: this.name,
      days,
      selectOldestSql: SELECT_OLDEST,
      erase: (tx, ids, at) => this.eraseBodies(tx, ids, null, at),
    };
  }

  erase(tx: EntityManager, keys: readonly (readonly string[])[], payerPattern: string, at: Date): Promise<number> {
    return this.eraseBodies(tx, keys.flat(), payerPattern, at);
  }

  private async eraseBodies(tx: EntityManager, ids: readonly string[], payerPattern: string | null, at: Date): Promise<number> {
    const signatures = await this.sentSignatures(tx, ids);
    return callEraseFunction(tx, 'erase_notifications($1, $2, $3, $4)', [
      ids,
      ids.map((id) => signatures.get(id) ?? null),
      payerPattern,
      at,
    ]);
  }

  /** @returns the body signatures with which notifications were sent, by event id, without those that can no longer be computed. */
  private async sentSignatures(tx: EntityManager, eventIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await tx.query<SentRow[]>(SELECT_SENT, [eventIds]);
    const secrets = new Map<string, string>();
    const secretOf = (row: SentRow): string => {
      const secret = secrets.get(row.id) ?? this.keys.decrypt(row);
      secrets.set(row.id, secret);
      return secret;
    };
    return new Map(rows.map((row) => [row.event_id, bodySignature(row.signed_text, secretOf(row))]));
  }
}
