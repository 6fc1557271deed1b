import { type Command, Option } from 'commander';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../platform/webhooks/inspection/delivery-view.js';
import { DeliveryQueries } from '../../platform/webhooks/inspection/delivery.queries.js';
import { type EndpointChange, type EndpointState, EndpointStatesQuery } from '../../platform/webhooks/inspection/endpoint-states.query.js';
import { ResendDeliveryService, type ResendOutcome } from '../../platform/webhooks/inspection/resend-delivery.service.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { cutAfter, listAnswer } from '../output/answer.js';
import { printable } from '../output/cell.js';
import { fields, sections } from '../output/layout.js';
import { viewOf } from '../output/view.js';
import { attemptsJson, attemptsOf, DELIVERY } from '../sections/deliveries.part.js';
import { EXIT, UserError } from '../user-error.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { parseRowLimit } from '../values/lists.js';
import { requireService } from '../values/require-existing.js';

export function addDeliveriesCommands(program: Command, runner: CommandRunner): void {
  const deliveries = program
    .command('deliveries')
    .description('notifications on their way to partners')
    .addHelpText(
      'after',
      `
States: pending (waiting, or being sent), acknowledged, exhausted (the last retry failed),
stopped (the partner answered 410), unaddressed (the service had no notify address).`,
    )
    .addHelpText('after', examples('deliveries list --status exhausted', 'deliveries resend 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'));
  addDeliveryList(deliveries, runner);
  addDeliveryShow(deliveries, runner);
  addDeliveryResend(deliveries, runner);
  addDeliveryEndpoints(deliveries, runner);
}

interface ListOptions {
  service?: string;
  transaction?: string;
  status?: DeliveryStatus;
  limit: number;
}

const LISTED = DELIVERY.without('acknowledged_at', 'occurred_at');

function addDeliveryList(deliveries: Command, runner: CommandRunner): void {
  deliveries
    .command('list')
    .description('list deliveries, newest first')
    .option('--service <id>', 'only of this service', parseServiceId)
    .option('--transaction <id>', 'only of this transaction', parseUuid)
    .addOption(new Option('--status <status>', 'only in this state').choices(DELIVERY_STATUSES))
    .option('--limit <rows>', 'how many', parseRowLimit, 20)
    .addHelpText('after', examples('deliveries list --service 0f3a9c21', 'deliveries list --status exhausted --limit 100 --json'))
    .action(
      runner.action(async (session, { service, transaction, status, limit }: ListOptions) => {
        const app = await session.application();
        if (service !== undefined) await requireService(app, service);
        const found = await app.get(DeliveryQueries).list({
          ...(service !== undefined && { serviceId: service }),
          ...(transaction !== undefined && { subjectIds: [transaction] }),
          ...(status && { status }),
          limit: limit + 1,
        });
        return listAnswer(session, LISTED, found, 'No deliveries.', limit);
      }),
    );
}

function addDeliveryShow(deliveries: Command, runner: CommandRunner): void {
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
        const erased = { erased_at: session.timestamp(delivery.erasedAt), sent_signature: delivery.sentSignature };
        const { body, signedText } = delivery;
        return {
          json: { ...DELIVERY.json(delivery, session), body, signed_text: signedText, ...erased, ...attemptsJson(delivery, session) },
          text: sections([
            ['Delivery', DELIVERY.record(delivery, session)],
            ...(delivery.erasedAt
              ? [['Personal data was erased: the signature was that of the body as it was sent', fields(erased)] as const]
              : []),
            ['Body, to which the signature is added', printable(body)],
            ['Signed text, without the key', printable(signedText)],
            ['Attempts', attemptsOf(delivery, session)],
          ]),
        };
      }),
    );
}

const MEANING: Record<ResendOutcome, string> = {
  sending: 'A running gateway sends it within seconds; without one it is sent at the next start.',
  waiting: 'It is sent as soon as the earlier notifications of its transaction are through: their order is kept.',
  under_way: 'It is being sent at this very moment, so nothing was changed.',
  erased:
    'Its body was erased, as personal data is on request and with age, so it cannot be sent again. The API tells what became of its transaction.',
};

function addDeliveryResend(deliveries: Command, runner: CommandRunner): void {
  deliveries
    .command('resend')
    .description('send a delivery again, whatever became of it; its retry schedule begins anew')
    .argument('<id>', 'delivery id', parseUuid)
    .addHelpText('after', '\nThe partner gets the same body and the same "webhook-id" as before, signed with the keys valid now.')
    .addHelpText('after', examples('deliveries resend 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        const outcome = await app.get(ResendDeliveryService).run(id);
        if (!outcome) throw unknownDelivery(id);
        return {
          json: { id, outcome },
          text: `${MEANING[outcome]}\nSee what became of it: ${CALL} deliveries show ${id}`,
          ...(outcome === 'erased' && { exitCode: EXIT.failed }),
        };
      }),
    );
}

function unknownDelivery(id: string): UserError {
  return new UserError(`There is no delivery ${id}. See the deliveries: ${CALL} deliveries list`);
}

function addDeliveryEndpoints(deliveries: Command, runner: CommandRunner): void {
  deliveries
    .command('endpoints')
    .description('services whose notify address fails or is paused, and when that changed')
    .option('--limit <rows>', 'how many changes', parseRowLimit, 20)
    .addHelpText(
      'after',
      `
An address that has only failed for 72 hours, and at least 10 times, is paused: its deliveries wait, one of them is
tried every hour, and the first acknowledgement lets all of them go, oldest first. Another notify address, or
"deliveries resend" of a waiting delivery, is tried at once.`,
    )
    .addHelpText('after', examples('deliveries endpoints', 'deliveries endpoints --limit 100 --json'))
    .action(
      runner.action(async (session, { limit }: { limit: number }) => {
        const states = await session.get(EndpointStatesQuery);
        const endpoints = await states.now();
        const found = await states.changes(limit + 1);
        const changes = found.slice(0, limit);
        return {
          json: {
            endpoints: endpoints.map((state) => ENDPOINT.json(state, session)),
            changes: changes.map((change) => CHANGE.json(change, session)),
          },
          text: sections([
            ['Failing and paused', ENDPOINT.table(endpoints, session)],
            ['Changes', CHANGE.table(changes, session)],
          ]),
          ...(found.length > limit && { remark: cutAfter(limit) }),
        };
      }),
    );
}

const ENDPOINT = viewOf<EndpointState>()({
  service_id: 'serviceId',
  state: 'state',
  waiting: 'waiting',
  failed_tries: 'failedTries',
  first_failure_at: 'firstFailureAt',
  last_failure_at: 'lastFailureAt',
  paused_at: 'pausedAt',
  next_probe_at: 'nextProbeAt',
});

const CHANGE = viewOf<EndpointChange>()({
  service_id: 'serviceId',
  state: 'state',
  at: 'at',
  failed_tries: 'failedTries',
  first_failure_at: 'firstFailureAt',
});
