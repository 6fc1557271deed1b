import type { Command } from 'commander';
import { DeliveryQueries } from '../../platform/webhooks/inspection/delivery.queries.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { printable } from '../output/cell.js';
import { fields } from '../output/fields.js';
import { sections } from '../output/sections.js';
import { parseUuid } from '../values/identifiers.js';
import { attemptsTable } from './attempts.table.js';
import { attemptView, clearedAttemptCount, deliveryView } from './delivery.view.js';
import { unknownDelivery } from './unknown-delivery.js';

export function addDeliveryShow(deliveries: Command, runner: CommandRunner): void {
  deliveries
    .command('show')
    .description('show a delivery with its body, the text that is signed, and every attempt that is still kept')
    .argument('<id>', 'delivery id, the "webhook-id" of its requests', parseUuid)
    .addHelpText('after', '\nThe signing key is no part of the answer: it follows the signed text after one more "|".')
    .addHelpText('after', examples('deliveries show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        const delivery = await app.get(DeliveryQueries).show(id);
        if (!delivery) throw unknownDelivery(id);
        const record = deliveryView(delivery, session);
        const attempts = delivery.attempts.map((attempt) => attemptView(attempt, session));
        const cleared = clearedAttemptCount(delivery);
        const erased = { erased_at: session.timestamp(delivery.erasedAt), sent_signature: delivery.sentSignature };
        return {
          json: {
            ...record,
            body: delivery.body,
            signed_text: delivery.signedText,
            ...erased,
            attempts,
            cleared_attempt_count: cleared,
          },
          text: sections([
            ['Delivery', fields(record)],
            ...(delivery.erasedAt
              ? [['Personal data was erased: the signature was that of the body as it was sent', fields(erased)] as const]
              : []),
            ['Body, to which the signature is added', printable(delivery.body)],
            ['Signed text, without the key', printable(delivery.signedText)],
            ['Attempts', attemptsTable(attempts, cleared)],
          ]),
        };
      }),
    );
}
