import type { INestApplicationContext } from '@nestjs/common';
import { type KeyVersionUse, ReencryptKeysService } from '../../platform/partners/keys/reencrypt-keys.service.js';
import type { KeyPurpose } from '../../platform/partners/keys/service-key.entity.js';
import { type ServiceKeyRecord, ServiceKeys } from '../../platform/partners/keys/service-keys.js';
import { ReencryptSecretsService } from '../../platform/people/reencrypt-secrets.service.js';
import { changeCommand, command } from '../command.js';
import { argument, defaultOption, flag } from '../inputs.js';
import type { CommandResult } from '../output/result.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { parseServiceId } from '../values/identifiers.js';
import { requireService } from '../values/require-existing.js';
import { parseDuration } from '../values/times.js';

const serviceId = argument('<id>', 'service id', parseServiceId);

export const key = command({
  description: 'show the keys that notifications are signed with, in clear text',
  takes: { id: serviceId },
  examples: ['service key 0f3a9c21', 'service key 0f3a9c21 --json'],
  async run({ app, session }, { id }) {
    await requireService(app, id);
    return keysResult(app, session, id);
  },
});

export const rotateKey = changeCommand({
  description: 'create new signing keys; the current ones stay valid for the overlap',
  needsConfirmation: true,
  takes: {
    id: serviceId,
    purpose: defaultOption<KeyPurpose | 'both'>('--purpose <purpose>', 'which key', ['ipn', 'webhook', 'both'], 'both'),
    overlapSeconds: defaultOption('--overlap <duration>', 'how long the current key stays valid', parseDuration('90d'), 86_400, '24h'),
  },
  notes: `During the overlap the body has the signature of the old key, and afterwards that of the new key. The header has the
signatures of both keys. So the partner adds the new key, accepts a valid signature of either key, and removes the old
key after the overlap. A partner that replaced its key immediately would reject every body until then.`,
  examples: ['service rotate-key 0f3a9c21', 'service rotate-key 0f3a9c21 --purpose ipn --overlap 7d'],
  async run({ app, session }, { id, purpose, overlapSeconds }) {
    const { name } = await requireService(app, id);
    await session.confirm(
      `Notifications of ${name} (${id}) are signed with new keys (${purpose}). The present keys end in ${Math.round(overlapSeconds / 3600)} h.`,
    );
    const purposes = purpose === 'both' ? (['ipn', 'webhook'] as const) : [purpose];
    for (const keyPurpose of purposes) await app.get(ServiceKeys).rotate(id, keyPurpose, overlapSeconds);
    return keysResult(app, session, id);
  },
});

export const reencryptKeys = changeCommand({
  description:
    'encrypt the signing keys of all services, and the secrets of people’s authenticator apps, with the first of ENCRYPTION_KEYS',
  takes: { dryRun: flag('--dry-run', 'only say how many signing keys each version encrypts') },
  notes: 'The signing keys do not change. Expired ones are deleted. The command can run while the gateway runs, and be repeated.',
  examples: ['service reencrypt-keys --dry-run', 'service reencrypt-keys'],
  async run({ app, session }, { dryRun }) {
    const keys = app.get(ReencryptKeysService);
    const secrets = app.get(ReencryptSecretsService);
    const versions = async (): Promise<KeyVersionUse[]> => sumByVersion(await keys.versions(), await secrets.versions());
    if (dryRun) return versionsResult(session, await versions());
    const deleted = await keys.deleteExpired();
    const reencryptedKeys = await session.withProgress('keys', (report) => keys.run(({ done, total }) => report(done, total)));
    const reencrypted = reencryptedKeys + (await secrets.run());
    return versionsResult(session, await versions(), { reencrypted, deleted });
  },
});

/** How many secrets each key version encrypts, newest first: signing keys of services, and secrets of people's authenticator apps. */
function sumByVersion(keys: readonly KeyVersionUse[], secrets: readonly { version: number; secrets: number }[]): KeyVersionUse[] {
  const counts = new Map(keys.map(({ version, keys: count }) => [version, count]));
  for (const { version, secrets: count } of secrets) counts.set(version, (counts.get(version) ?? 0) + count);
  return [...counts].map(([version, count]) => ({ version, keys: count })).sort((a, b) => b.version - a.version);
}

const VERSION_USE = viewOf<KeyVersionUse>()({ version: 'version', keys: 'keys' });

function versionsResult(
  session: Session,
  versions: readonly KeyVersionUse[],
  counts?: { reencrypted: number; deleted: number },
): CommandResult {
  const text = [
    ...(counts ? [`${counts.reencrypted} signing keys were re-encrypted, ${counts.deleted} expired ones deleted.`] : []),
    versions.length > 0 ? VERSION_USE.table(versions, session) : 'There are no signing keys.',
    ...(counts ? ['A version of ENCRYPTION_KEYS that is not in this list can be removed.'] : []),
  ].join('\n\n');
  return { json: { ...counts, versions }, text };
}

const PURPOSES_NOTE = `ipn      signs the body: the partner appends it to the text and compares the SHA-256 with "signature"
webhook  signs the whole request: the secret of the Standard Webhooks header "webhook-signature"`;

const KEY = viewOf<ServiceKeyRecord>()({ purpose: 'purpose', key: 'secret', valid_from: 'validFrom', valid_until: 'validUntil' });

/**
 * The keys that are valid now, oldest first. While two keys overlap, the body is signed with the older key and the header with both keys.
 */
async function keysResult(app: INestApplicationContext, session: Session, serviceId: string): Promise<CommandResult> {
  const keys = await app.get(ServiceKeys).readValidKeys(serviceId);
  return {
    json: { service_id: serviceId, keys: keys.map((key) => KEY.json(key, session)) },
    text: `${KEY.table(keys, session)}\n\n${PURPOSES_NOTE}\nAnyone who has them can forge notifications: hand them over in a safe way.`,
  };
}
