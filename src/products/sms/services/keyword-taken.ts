import type { EntityManager } from 'typeorm';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';

interface Words {
  serviceId: string;
  prefix: string;
  suffix: string;
}

/** Another service has this prefix and suffix (in any case), so messages could not be told apart. */
export class KeywordTakenError extends Error {
  /** @param serviceId the other service, if known */
  constructor(
    { prefix, suffix }: Words,
    readonly serviceId: string | null,
  ) {
    super(`The text ${prefix}.${suffix} leads to ${serviceId === null ? 'another service' : `service ${serviceId}`} already.`);
    this.name = 'KeywordTakenError';
  }
}

/**
 * Writes prefix and suffix of a service unless another service has them. A unique index decides between two writes at once; the other service is
 * not known then.
 * @throws KeywordTakenError; the caller rolls back then.
 */
export async function reserveKeyword(tx: EntityManager, words: Words, write: () => Promise<unknown>): Promise<void> {
  const [other] = await tx.query<{ id: string }[]>('SELECT service_id AS id FROM sms_service WHERE keyword = $1 AND service_id <> $2', [
    `${words.prefix}.${words.suffix}`.toLowerCase(),
    words.serviceId,
  ]);
  if (other) throw new KeywordTakenError(words, other.id);
  try {
    await write();
  } catch (error) {
    throw violatedConstraint(error) === 'sms_service_keyword_once' ? new KeywordTakenError(words, null) : error;
  }
}
