import { type Command, Option } from 'commander';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../platform/webhooks/inspection/delivery-view.js';
import { DeliveryQueries } from '../../platform/webhooks/inspection/delivery.queries.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { listAnswer } from '../output/list-answer.js';
import { requireService } from '../values/require-service.js';
import { parseRowLimit } from '../values/row-limit.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { deliveryView } from './delivery.view.js';

interface Options {
  service?: string;
  transaction?: string;
  status?: DeliveryStatus;
  limit: number;
}

const COLUMNS = ['id', 'service_id', 'transaction_id', 'type', 'status', 'attempt_count', 'next_attempt_at', 'created_at'] as const;

export function addDeliveryList(deliveries: Command, runner: CommandRunner): void {
  deliveries
    .command('list')
    .description('list deliveries, newest first')
    .option('--service <id>', 'only of this service', parseServiceId)
    .option('--transaction <id>', 'only of this transaction', parseUuid)
    .addOption(new Option('--status <status>', 'only in this state').choices(DELIVERY_STATUSES))
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(20))
    .addHelpText('after', examples('deliveries list --service 0f3a9c21', 'deliveries list --status exhausted --limit 100 --json'))
    .action(
      runner.action(async (session, { service, transaction, status, limit }: Options) => {
        const app = await session.application();
        if (service !== undefined) await requireService(app, service);
        const found = await app.get(DeliveryQueries).list({
          ...(service !== undefined && { serviceId: service }),
          ...(transaction !== undefined && { subjectIds: [transaction] }),
          ...(status && { status }),
          limit: limit + 1,
        });
        const rows = found.map((delivery) => deliveryView(delivery, session));
        return listAnswer(rows, COLUMNS, 'No deliveries.', limit);
      }),
    );
}
