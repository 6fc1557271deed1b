import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { PackStockQuery } from '../../../products/sms/codes/pack-stock.query.js';
import { type UploadResult, UploadPackService } from '../../../products/sms/codes/upload-pack.service.js';
import { ServiceDetailsQuery } from '../../../products/sms/services/service-details.query.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import type { Answer } from '../../output/answer.js';
import { table } from '../../output/table.js';
import type { Session } from '../../session.js';
import { UserError } from '../../user-error.js';
import { parseServiceId } from '../../values/identifiers.js';
import { requireSmsService } from './require-sms-service.js';

export function addCodesUpload(codes: Command, runner: CommandRunner): void {
  codes
    .command('upload')
    .description('add the codes of a file, one a line, to the pack of a CODE_PACK service')
    .argument('<id>', 'service id', parseServiceId)
    .argument('<file>', 'text file')
    .addHelpText('after', '\nCodes have 1 to 64 visible ASCII characters and are given out in the order of the file. Those the pack has')
    .addHelpText('after', 'already are reported and left out, so an upload that was interrupted may be repeated.')
    .addHelpText('after', 'The API checks codes of six capital letters and digits only.')
    .addHelpText('after', examples('sms codes upload 0f3a9c21 codes.txt'))
    .action(
      runner.action(async (session, id: string, file: string) => {
        const app = await session.application();
        await requireSmsService(app, id);
        if ((await app.get(ServiceDetailsQuery).one(id)).type !== 'CODE_PACK')
          throw new UserError(`Service ${id} gives out no codes of a pack; its type is not CODE_PACK.`);
        const size = await sizeOf(file);
        const result = await upload(session, app.get(UploadPackService), id, file, size);
        return answerOf(result, await app.get(PackStockQuery).of(id));
      }),
    );
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch {
    // told below: whatever the reason, the file cannot be used
  }
  throw new UserError(`${file} is not a file that can be read.`);
}

/** The bar counts kilobytes: how many lines a file has is known only at its end. */
async function upload(
  session: Session,
  uploadPack: UploadPackService,
  serviceId: string,
  file: string,
  size: number,
): Promise<UploadResult> {
  const progress = session.startProgress('kB');
  const stream = createReadStream(file);
  const [done, total] = [() => Math.round(stream.bytesRead / 1000), Math.round(size / 1000)];
  try {
    return await uploadPack.run(serviceId, createInterface({ input: stream, crlfDelay: Infinity }), () => {
      session.throwIfInterrupted();
      progress.update(done(), total);
    });
  } finally {
    progress.stop();
    stream.destroy();
  }
}

function answerOf({ added, duplicates, malformed, refused }: UploadResult, { free }: { free: number }): Answer {
  const said = `${added} codes added, ${duplicates} duplicates and ${malformed} malformed lines left out; ${free} codes are free now.`;
  return {
    json: { added, duplicates, malformed, free, refused },
    text:
      refused.length === 0 ? said : `${said}\n\n${table(refused, ['line', 'code', 'why'])}${more(duplicates + malformed - refused.length)}`,
  };
}

const more = (count: number): string => (count > 0 ? `\n… and ${count} more` : '');
