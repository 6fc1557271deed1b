import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type EncryptedKey, ServiceKeys } from '../../partners/keys/service-keys.js';
import { bodySignature } from '../delivery/body-signature.js';

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
 * Computes the body signatures with which notifications were sent, before the bodies are erased. The signature is stored in place of the
 * body.
 */
@Injectable()
export class SentSignaturesQuery {
  constructor(private readonly keys: ServiceKeys) {}

  /** @returns signatures by event id, without signatures that can no longer be computed. */
  async signaturesOf(tx: EntityManager, eventIds: readonly string[]): Promise<Map<string, string>> {
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
