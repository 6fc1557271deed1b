import { type Command, Option } from 'commander';
import type { KeyPurpose } from '../../platform/partners/keys/service-key.entity.js';
import { ServiceKeys } from '../../platform/partners/keys/service-keys.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { parseDuration } from '../values/times.js';
import { parseServiceId } from '../values/identifiers.js';
import { keysAnswer } from './keys.answer.js';
import { requireService } from '../values/require-service.js';

interface Options {
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
      runner.action(async (session, id: string, { purpose, overlap }: Options) => {
        const app = await session.application();
        await requireService(app, id);
        const purposes = purpose === 'both' ? (['ipn', 'webhook'] as const) : [purpose];
        for (const each of purposes) await app.get(ServiceKeys).rotate(id, each, overlap);
        return keysAnswer(app, session, id);
      }),
    );
}
