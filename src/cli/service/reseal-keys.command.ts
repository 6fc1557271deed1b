import type { Command } from 'commander';
import { ResealKeysService, type SealedWith } from '../../platform/partners/keys/reseal-keys.service.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';

interface Options {
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
      runner.action(async (session, { dryRun = false }: Options) => {
        const keys = (await session.application()).get(ResealKeysService);
        if (dryRun) return resealAnswer(await keys.versions());
        const deleted = await keys.deleteExpired();
        const progress = session.startProgress('keys');
        try {
          const resealed = await keys.run(({ done, total }) => {
            session.throwIfInterrupted();
            progress.update(done, total);
          });
          return resealAnswer(await keys.versions(), { resealed, deleted });
        } finally {
          progress.stop();
        }
      }),
    );
}

function resealAnswer(versions: readonly SealedWith[], done?: { resealed: number; deleted: number }): Answer {
  const text = [
    ...(done ? [`${done.resealed} signing keys were encrypted anew, ${done.deleted} expired ones deleted.`] : []),
    versions.length > 0 ? table(versions, ['version', 'keys']) : 'There are no signing keys.',
    ...(done ? ['A version of ENCRYPTION_KEYS that is not in this list can be taken away.'] : []),
  ].join('\n\n');
  return { json: { ...done, versions }, text };
}
