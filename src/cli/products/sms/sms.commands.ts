import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { INestApplicationContext } from '@nestjs/common';
import { Option } from 'commander';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { PackStockQuery } from '../../../products/sms/codes/pack-stock.query.js';
import { UploadPackService, type UploadResult } from '../../../products/sms/codes/upload-pack.service.js';
import { InboundQueries, type ReceivedMessage } from '../../../products/sms/inbound/inbound.queries.js';
import { INBOUND_OUTCOMES, type InboundOutcome } from '../../../products/sms/inbound/outcome.js';
import { SmsServiceQueries } from '../../../products/sms/services/service.queries.js';
import type { CliCommand } from '../../cli-command.js';
import { type CommandResult, listResult } from '../../output/result.js';
import { viewOf } from '../../output/view.js';
import type { Session } from '../../session.js';
import { UserError } from '../../user-error.js';
import { parseServiceId } from '../../values/identifiers.js';
import { parseRowLimit } from '../../values/lists.js';
import { requireFile, requireService } from '../../values/require-existing.js';

const MESSAGE = viewOf<ReceivedMessage>()({
  received_at: 'receivedAt',
  outcome: 'outcome',
  from: 'fromNumber',
  number: 'sendNumber',
  text: 'text',
  reply: 'reply',
  service_id: 'serviceId',
  transaction_id: 'transactionId',
  test: 'test',
  message_id: 'messageId',
}).without('reply');

const REJECTED_CODE = viewOf<UploadResult['refused'][number]>()({ line: 'line', code: 'code', why: 'why' });

export function addSmsCommands(sms: CliCommand): void {
  sms.examples('sms codes upload 0f3a9c21 codes.txt', 'sms inbound list --outcome refused');
  const codes = sms.command('codes').description('packs of codes').examples('sms codes upload 0f3a9c21 codes.txt');
  addCodesUpload(codes);
  const inbound = sms.command('inbound').description('received messages').examples('sms inbound list');
  addInboundList(inbound);
}

interface Options {
  outcome?: InboundOutcome | 'refused';
  service?: string;
  limit: number;
}

function addInboundList(inbound: CliCommand): void {
  inbound
    .command('list')
    .description('list received messages, newest first, including refused ones')
    .addOption(new Option('--outcome <outcome>', '"refused" is everything but "matched"').choices([...INBOUND_OUTCOMES, 'refused']))
    .option('--service <id>', 'only those whose text names this service', parseServiceId)
    .option('--limit <rows>', 'how many', parseRowLimit, 100)
    .notes('The output has payers’ phone numbers and texts: treat it as personal data.')
    .examples('sms inbound list --outcome refused', 'sms inbound list --outcome keyword_unknown --limit 20 --json')
    .withApplication(async ({ app, session }, { outcome, service, limit }: Options) => {
      const filter = { limit: limit + 1, ...(outcome && { outcome }), ...(service && { serviceId: service }) };
      const rows = await app.get(InboundQueries).messages(filter);
      return listResult(session, MESSAGE, rows, 'No such messages.', limit);
    });
}

function addCodesUpload(codes: CliCommand): void {
  codes
    .command('upload')
    .changes()
    .description('add the codes of a file, one a line, to the pack of a CODE_PACK service')
    .argument('<id>', 'service id', parseServiceId)
    .argument('<file>', 'text file')
    .notes(
      'Codes have 1 to 64 visible ASCII characters and are allocated in the order of the file. Codes that the pack already has',
      'are reported and skipped, so an interrupted upload can be repeated.',
      'The API checks only codes of six capital letters and digits.',
    )
    .examples('sms codes upload 0f3a9c21 codes.txt')
    .withApplication(async ({ app, session }, id: string, file: string) => {
      await requireSmsService(app, id);
      if ((await app.get(SmsServiceQueries).details(id)).type !== 'CODE_PACK')
        throw new UserError(`Service ${id} has no code pack, because its type is not CODE_PACK.`);
      const result = await upload(session, app.get(UploadPackService), id, file, await requireFile(file));
      return uploadResult(session, result, await app.get(PackStockQuery).countCodes(id));
    });
}

/** The progress bar counts kilobytes, because the number of lines is known only at the end of the file. */
async function upload(
  session: Session,
  uploadPack: UploadPackService,
  serviceId: string,
  file: string,
  size: number,
): Promise<UploadResult> {
  const stream = createReadStream(file);
  const total = Math.round(size / 1000);
  try {
    return await session.withProgress('kB', (report) =>
      uploadPack.run(serviceId, createInterface({ input: stream, crlfDelay: Infinity }), () =>
        report(Math.round(stream.bytesRead / 1000), total),
      ),
    );
  } finally {
    stream.destroy();
  }
}

function uploadResult(session: Session, result: UploadResult, { free }: { free: number }): CommandResult {
  const { added, duplicates, malformed, refused } = result;
  const summary = `${added} codes added, ${duplicates} duplicates and ${malformed} malformed lines left out. ${free} codes are free now.`;
  const unlisted = duplicates + malformed - refused.length;
  const blocks = [summary, REJECTED_CODE.table(refused, session) + (unlisted > 0 ? `\n… and ${unlisted} more` : '')];
  return { json: { added, duplicates, malformed, free, refused }, text: blocks.filter(Boolean).join('\n\n') };
}

/** @throws UserError when there is no such service, or it is not an SMS service. */
async function requireSmsService(app: INestApplicationContext, serviceId: string): Promise<Service> {
  const service = await requireService(app, serviceId);
  if (service.area !== 'sms') throw new UserError(`Service ${serviceId} is not an SMS service. Its area is ${service.area}.`);
  return service;
}
