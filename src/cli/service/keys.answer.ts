import type { INestApplicationContext } from '@nestjs/common';
import { ServiceKeys } from '../../platform/partners/keys/service-keys.js';
import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { Session } from '../session.js';

const MEANING = `ipn      signs the body: the partner appends it to the text and compares the SHA-256 with "signature"
webhook  signs the whole request: the secret of the Standard Webhooks header "webhook-signature"`;

/** The keys that are valid now, oldest first. While two overlap, the body is signed with the older and the header with both. */
export async function keysAnswer(app: INestApplicationContext, session: Session, serviceId: string): Promise<Answer> {
  const keys = (await app.get(ServiceKeys).valid(serviceId)).map(({ purpose, secret, validFrom, validUntil }) => ({
    purpose,
    key: secret,
    valid_from: session.timestamp(validFrom),
    valid_until: session.timestamp(validUntil),
  }));
  return {
    json: { service_id: serviceId, keys },
    text: `${table(keys, ['purpose', 'key', 'valid_from', 'valid_until'])}\n\n${MEANING}\nAnyone who has them can forge notifications: hand them over on a safe way.`,
  };
}
