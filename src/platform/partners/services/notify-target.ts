import type { EncryptedKey } from '../keys/service-keys.js';

/** URL, retry schedule and signing keys of a service's notifications, read in one snapshot. */
export interface NotifyTarget {
  /** Null: no notification is sent. */
  url: string | null;
  /** The service's own `User-Agent`. Null means the gateway's. */
  userAgent: string | null;
  /** The service's own retry schedule in seconds. Null means the default. */
  retryScheduleSeconds: number[] | null;
  /** Keys that are valid now, oldest first, still encrypted. */
  keys: EncryptedKey[];
}

export interface NotifyTargetColumns {
  url: string | null;
  user_agent: string | null;
  retry_schedule_seconds: number[] | null;
  keys: (Omit<EncryptedKey, 'ciphertext'> & { ciphertext: string })[] | null;
}

/**
 * A subquery for statements of other features. With it, a delivery needs no extra round trip, and is never signed with a cached key.
 * @param id column or parameter with the service's id @param at column or parameter with the time
 */
export const selectNotifyTarget = (id: string, at: string): string => `
  SELECT v.notify_url AS url, v.notify_user_agent AS user_agent, v.retry_schedule_seconds,
         (SELECT json_agg(json_build_object('id', k.id, 'service_id', k.service_id, 'purpose', k.purpose,
                                            'ciphertext', encode(k.ciphertext, 'base64'), 'encryption_key_version', k.encryption_key_version) ORDER BY k.valid_from, k.id)
          FROM service_key k WHERE k.service_id = v.id AND k.valid_from <= ${at} AND (k.valid_until IS NULL OR k.valid_until > ${at})) AS keys
  FROM service v WHERE v.id = ${id}`;

export function notifyTarget({ url, user_agent, retry_schedule_seconds, keys }: NotifyTargetColumns): NotifyTarget {
  const encryptedKeys = (keys ?? []).map((key) => ({ ...key, ciphertext: Buffer.from(key.ciphertext, 'base64') }));
  return { url, userAgent: user_agent, retryScheduleSeconds: retry_schedule_seconds, keys: encryptedKeys };
}
