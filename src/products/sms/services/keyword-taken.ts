import type { EntityManager } from 'typeorm';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';

interface Words {
  serviceId: string;
  prefix: string;
  suffix: string;
}

/** Messages could not be told apart: another service has this prefix and suffix, in whatever case. */
export class KeywordTaken extends Error {
  /** @param serviceId whose they are, where that is known */
  constructor(
    { prefix, suffix }: Words,
    readonly serviceId: string | null,
  ) {
    super(`The text ${prefix}.${suffix} leads to ${serviceId === null ? 'another service' : `service ${serviceId}`} already.`);
    this.name = 'KeywordTaken';
  }
}

/**
 * Writes words of a service, unless they are another's. The index decides between two that take them at once; whose they are can be
 * told of those that were there before.
 * @throws KeywordTaken; the transaction may be lost then.
 */
export async function takeKeyword(tx: EntityManager, words: Words, write: () => Promise<unknown>): Promise<void> {
  const [other] = await tx.query<{ id: string }[]>('SELECT service_id AS id FROM sms_service WHERE keyword = $1 AND service_id <> $2', [
    `${words.prefix}.${words.suffix}`.toLowerCase(),
    words.serviceId,
  ]);
  if (other) throw new KeywordTaken(words, other.id);
  try {
    await write();
  } catch (error) {
    throw violatedConstraint(error) === 'sms_service_keyword_once' ? new KeywordTaken(words, null) : error;
  }
}
