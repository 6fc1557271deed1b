import type { EntityManager } from 'typeorm';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';

interface Keyword {
  serviceId: string;
  prefix: string;
  suffix: string;
}

/** Thrown when another service has this prefix and suffix, ignoring case. A message with this keyword would match both services. */
export class KeywordTakenError extends Error {
  /** @param serviceId id of the other service. null when the database reported the conflict, which does not name it. */
  constructor(
    { prefix, suffix }: Keyword,
    readonly serviceId: string | null,
  ) {
    super(`The keyword ${prefix}.${suffix} already belongs to ${serviceId === null ? 'another service' : `service ${serviceId}`}.`);
    this.name = 'KeywordTakenError';
  }
}

/**
 * Writes the prefix and suffix of a service unless another service has them. Of two concurrent writes, the unique index refuses one; the
 * error does not name the other service then.
 * @throws KeywordTakenError, after which the caller must roll back.
 */
export async function reserveKeyword(tx: EntityManager, keyword: Keyword, write: () => Promise<unknown>): Promise<void> {
  const [otherService] = await tx.query<{ id: string }[]>(
    'SELECT service_id AS id FROM sms_service WHERE keyword = $1 AND service_id <> $2',
    [`${keyword.prefix}.${keyword.suffix}`.toLowerCase(), keyword.serviceId],
  );
  if (otherService) throw new KeywordTakenError(keyword, otherService.id);
  try {
    await write();
  } catch (error) {
    throw violatedConstraint(error) === 'sms_service_keyword_once' ? new KeywordTakenError(keyword, null) : error;
  }
}
