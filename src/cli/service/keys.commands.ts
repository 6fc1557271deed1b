import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { ResealKeysService, type SealedWith } from '../../platform/partners/keys/reseal-keys.service.js';
import type { KeyPurpose } from '../../platform/partners/keys/service-key.entity.js';
import { type ServiceKeyRecord, ServiceKeys } from '../../platform/partners/keys/service-keys.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import type { Answer } from '../output/answer.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { parseServiceId } from '../values/identifiers.js';
import { requireService } from '../values/require-existing.js';
import { parseDuration } from '../values/times.js';

export function addServiceKey(service: Command, runner: CommandRunner): void {
  service
    .command('key')
    .description('show the keys that notifications are signed with, in clear text')
    .argument('<id>', 'service id', parseServiceId)
    .addHelpText('after', examples('service key 0f3a9c21', 'service key 0f3a9c21 --json'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        await requireService(app, id);
        return keysAnswer(app, session, id);
      }),
    );
}

interface RotateOptions {
  purpose: KeyPurpose | 'both';
  overlap: number;
}

const DAY_SECONDS = 86_400;

export function addServiceRotateKey(service: Command, runner: CommandRunner): void {
  service
    .command('rotate-key')
    .description('make new signing keys; the present ones stay valid for the overlap')
    .argument('<id>', 'service id', parseServiceId)
    .addOption(new Option('--purpose <purpose>', 'which key').choices(['ipn', 'webhook', 'both']).default('both'))
    .addOption(
      new Option('--overlap <duration>', 'how long the present key stays valid')
        .argParser(parseDuration('90d'))
        .default(DAY_SECONDS, '24h'),
    )
    .addHelpText(
      'after',
      `
During the overlap the body carries the signature of the old key, and after it that of the new one; the header carries
those of both. So the partner adds the new key beside the old one, accepts what either verifies, and takes the old one
away when the overlap is over. A partner that replaced its key would refuse every body until then.`,
    )
    .addHelpText('after', examples('service rotate-key 0f3a9c21', 'service rotate-key 0f3a9c21 --purpose ipn --overlap 7d'))
    .action(
      runner.action(async (session, id: string, { purpose, overlap }: RotateOptions) => {
        const app = await session.application();
        await requireService(app, id);
        const purposes = purpose === 'both' ? (['ipn', 'webhook'] as const) : [purpose];
        for (const each of purposes) await app.get(ServiceKeys).rotate(id, each, overlap);
        return keysAnswer(app, session, id);
      }),
    );
}

interface ResealOptions {
  dryRun?: boolean;
}

export function addServiceResealKeys(service: Command, runner: CommandRunner): void {
  service
    .command('reseal-keys')
    .description('encrypt the signing keys of all services with the first of ENCRYPTION_KEYS')
    .option('--dry-run', 'only say how many signing keys each version encrypts')
    .addHelpText(
      'after',
      '\nSigning keys stay what they are; those whose overlap is over are deleted. May run beside the gateway and be repeated.',
    )
    .addHelpText('after', examples('service reseal-keys --dry-run', 'service reseal-keys'))
    .action(
      runner.action(async (session, { dryRun = false }: ResealOptions) => {
        const keys = await session.get(ResealKeysService);
        if (dryRun) return resealAnswer(session, await keys.versions());
        const deleted = await keys.deleteExpired();
        const resealed = await session.withProgress('keys', (report) => keys.run(({ done, total }) => report(done, total)));
        return resealAnswer(session, await keys.versions(), { resealed, deleted });
      }),
    );
}

const SEALED_WITH = viewOf<SealedWith>()({ version: 'version', keys: 'keys' });

function resealAnswer(session: Session, versions: readonly SealedWith[], done?: { resealed: number; deleted: number }): Answer {
  const text = [
    ...(done ? [`${done.resealed} signing keys were encrypted anew, ${done.deleted} expired ones deleted.`] : []),
    versions.length > 0 ? SEALED_WITH.table(versions, session) : 'There are no signing keys.',
    ...(done ? ['A version of ENCRYPTION_KEYS that is not in this list can be taken away.'] : []),
  ].join('\n\n');
  return { json: { ...done, versions }, text };
}

const MEANING = `ipn      signs the body: the partner appends it to the text and compares the SHA-256 with "signature"
webhook  signs the whole request: the secret of the Standard Webhooks header "webhook-signature"`;

const KEY = viewOf<ServiceKeyRecord>()({ purpose: 'purpose', key: 'secret', valid_from: 'validFrom', valid_until: 'validUntil' });

/** The keys that are valid now, oldest first. While two overlap, the body is signed with the older and the header with both. */
async function keysAnswer(app: INestApplicationContext, session: Session, serviceId: string): Promise<Answer> {
  const keys = await app.get(ServiceKeys).valid(serviceId);
  return {
    json: { service_id: serviceId, keys: keys.map((key) => KEY.json(key, session)) },
    text: `${KEY.table(keys, session)}\n\n${MEANING}\nAnyone who has them can forge notifications: hand them over on a safe way.`,
  };
}
