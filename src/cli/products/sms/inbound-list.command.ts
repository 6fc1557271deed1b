import { type Command, Option } from 'commander';
import { InboundListQuery } from '../../../products/sms/inbound/inbound-list.query.js';
import { INBOUND_OUTCOMES, type InboundOutcome } from '../../../products/sms/inbound/outcome.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { listAnswer } from '../../output/list-answer.js';
import { parseRowLimit } from '../../values/row-limit.js';
import { parseServiceId } from '../../values/identifiers.js';

interface Options {
  outcome?: InboundOutcome | 'refused';
  service?: string;
  limit: number;
}

export function addInboundList(inbound: Command, runner: CommandRunner): void {
  inbound
    .command('list')
    .description('list received messages, newest first, also those that were refused')
    .addOption(new Option('--outcome <outcome>', '"refused" is everything but "matched"').choices([...INBOUND_OUTCOMES, 'refused']))
    .option('--service <id>', 'only those whose text names this service', parseServiceId)
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .addHelpText('after', '\nThe answer holds payers’ phone numbers and texts: treat it as personal data.')
    .addHelpText('after', examples('sms inbound list --outcome refused', 'sms inbound list --outcome keyword_unknown --limit 20 --json'))
    .action(
      runner.action(async (session, { outcome, service, limit }: Options) => {
        const app = await session.application();
        const filter = { limit: limit + 1, ...(outcome && { outcome }), ...(service && { serviceId: service }) };
        const rows = (await app.get(InboundListQuery).run(filter)).map((message) => ({
          received_at: session.timestamp(message.receivedAt),
          outcome: message.outcome,
          from: message.fromNumber,
          number: message.sendNumber,
          text: message.text,
          reply: message.reply,
          service_id: message.serviceId,
          transaction_id: message.transactionId,
          test: message.test,
          message_id: message.messageId,
        }));
        const columns = ['received_at', 'outcome', 'from', 'number', 'text', 'service_id', 'transaction_id', 'test', 'message_id'] as const;
        return listAnswer(rows, columns, 'No such messages.', limit);
      }),
    );
}
