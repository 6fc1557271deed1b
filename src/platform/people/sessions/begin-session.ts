import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Visit } from '../person.js';
import { hashSecret, newSecret } from '../secrets.js';

const MAX_BROWSER_LENGTH = 200;

/** @returns the value of the session's cookie. Only its hash is stored. */
export async function beginSession(
  tx: EntityManager,
  { userId, membershipId }: { userId: string; membershipId: string },
  { ipAddress, userAgent }: Visit,
  now: Date,
): Promise<string> {
  const token = newSecret();
  await tx.query(
    `INSERT INTO panel_session (id, token_hash, user_id, membership_id, began_at, authenticated_at, last_seen_at, address, browser)
     VALUES ($1, $2, $3, $4, $5, $5, $5, $6, $7)`,
    [uuidv7(), hashSecret(token), userId, membershipId, now, ipAddress, userAgent.slice(0, MAX_BROWSER_LENGTH)],
  );
  return token;
}
