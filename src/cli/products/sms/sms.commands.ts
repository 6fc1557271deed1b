import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PackStockQuery } from '../../../products/sms/codes/pack-stock.query.js';
import { UploadPackService, type UploadResult } from '../../../products/sms/codes/upload-pack.service.js';
import { InboundQueries, type ReceivedMessage } from '../../../products/sms/inbound/inbound.queries.js';
import { INBOUND_OUTCOMES } from '../../../products/sms/inbound/outcome.js';
import { SmsServiceQueries } from '../../../products/sms/services/service.queries.js';
import { changeCommand, listCommand, noun } from '../../command.js';
import { argument, option } from '../../inputs.js';
import { viewOf } from '../../output/view.js';
import { UserError } from '../../user-error.js';
import { parseServiceId } from '../../values/identifiers.js';
import { requireFile, requireService } from '../../values/require-existing.js';

const REJECTED_CODE = viewOf<UploadResult['refused'][number]>()({ line: 'line', code: 'code', why: 'why' });

const upload = changeCommand({
  description: 'add the codes of a file, one a line, to the pack of a CODE_PACK service',
  takes: { id: argument('<id>', 'service id', parseServiceId), file: argument('<file>', 'text file') },
  notes: `Codes have 1 to 64 visible ASCII characters and are allocated in the order of the file. Codes that the pack already has
are reported and skipped, so an interrupted upload can be repeated.
The API checks only codes of six capital letters and digits.`,
  examples: ['sms codes upload 0f3a9c21 codes.txt'],
  async run({ app, session }, { id, file }) {
    const { area } = await requireService(app, id);
    if (area !== 'sms') throw new UserError(`Service ${id} is not an SMS service. Its area is ${area}.`);
    if ((await app.get(SmsServiceQueries).details(id)).type !== 'CODE_PACK')
      throw new UserError(`Service ${id} has no code pack, because its type is not CODE_PACK.`);
    // The progress bar counts kilobytes, because the number of lines is known only at the end of the file.
    const kilobytes = Math.round((await requireFile(file)) / 1000);
    const stream = createReadStream(file);
    const { added, duplicates, malformed, refused } = await session
      .withProgress('kB', (report) =>
        app
          .get(UploadPackService)
          .run(id, createInterface({ input: stream, crlfDelay: Infinity }), () => report(Math.round(stream.bytesRead / 1000), kilobytes)),
      )
      .finally(() => stream.destroy());
    const { free } = await app.get(PackStockQuery).countCodes(id);
    const unlisted = duplicates + malformed - refused.length;
    const text = [
      `${added} codes added, ${duplicates} duplicates and ${malformed} malformed lines left out. ${free} codes are free now.`,
      REJECTED_CODE.table(refused, session) + (unlisted > 0 ? `\n… and ${unlisted} more` : ''),
    ];
    return { json: { added, duplicates, malformed, free, refused }, text: text.filter(Boolean).join('\n\n') };
  },
});

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

const list = listCommand({
  description: 'list received messages, newest first, including refused ones',
  takes: {
    outcome: option('--outcome <outcome>', '"refused" is everything but "matched"', [...INBOUND_OUTCOMES, 'refused'] as const),
    serviceId: option('--service <id>', 'only those whose text names this service', parseServiceId),
  },
  notes: 'The output has payers’ phone numbers and texts: treat it as personal data.',
  examples: ['sms inbound list --outcome refused', 'sms inbound list --outcome keyword_unknown --limit 20 --json'],
  view: MESSAGE,
  limit: 100,
  rows: ({ app }, filter, limit) => app.get(InboundQueries).messages({ ...filter, limit }),
  empty: 'No such messages.',
});

export const sms = noun({
  examples: ['sms codes upload 0f3a9c21 codes.txt', 'sms inbound list --outcome refused'],
  commands: {
    codes: noun({ description: 'packs of codes', examples: ['sms codes upload 0f3a9c21 codes.txt'], commands: { upload } }),
    inbound: noun({ description: 'received messages', examples: ['sms inbound list'], commands: { list } }),
  },
});
