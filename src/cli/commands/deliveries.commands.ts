import { InvalidArgumentError } from 'commander';
import { SystemClock } from '../../common/time/clocks.js';
import { DELIVERY_STATUSES } from '../../platform/webhooks/inspection/delivery-view.js';
import { DeliveryQueries } from '../../platform/webhooks/inspection/delivery.queries.js';
import { type EndpointChange, type EndpointState, EndpointStatesQuery } from '../../platform/webhooks/inspection/endpoint-states.query.js';
import { type ResendOutcome } from '../../platform/webhooks/inspection/reschedule.js';
import {
  ResendDeliveriesService,
  RESENDABLE_STATUSES,
  type ResendableStatus,
} from '../../platform/webhooks/inspection/resend-deliveries.service.js';
import { ResendDeliveryService } from '../../platform/webhooks/inspection/resend-delivery.service.js';
import { CLI_COMMAND } from '../../runtime/cli-command.js';
import { changeCommand, command, listCommand, noun } from '../command.js';
import { argument, defaultOption, option } from '../inputs.js';
import { type CommandResult, part, partsResult, recordResult, truncatedNote } from '../output/result.js';
import { printable } from '../output/cell.js';
import { fields, type Section } from '../output/layout.js';
import { viewOf } from '../output/view.js';
import { attemptsJson, attemptsTable, DELIVERY } from '../result-parts/deliveries.result-parts.js';
import type { Session } from '../session.js';
import { EXIT, UserError } from '../user-error.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { parseRowLimit, repeatable } from '../values/lists.js';
import { requireService } from '../values/require-existing.js';
import { type TimeOption, parseSince } from '../values/times.js';

const EXAMPLE_ID = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

const list = listCommand({
  description: 'list deliveries, newest first',
  takes: {
    serviceId: option('--service <id>', 'only of this service', parseServiceId),
    subjectIds: option('--transaction <id>', 'only of this transaction', (text) => [parseUuid(text)]),
    status: option('--status <status>', 'only in this state', DELIVERY_STATUSES),
  },
  examples: ['deliveries list --service 0f3a9c21', 'deliveries list --status exhausted --limit 100 --json'],
  opens: 'queries',
  view: DELIVERY.without('acknowledged_at', 'occurred_at'),
  limit: 20,
  async rows({ app }, filter, limit) {
    if (filter.serviceId !== undefined) await requireService(app, filter.serviceId);
    return app.get(DeliveryQueries).list({ ...filter, limit });
  },
  empty: 'No deliveries.',
});

const show = command({
  description: 'show a delivery with its body, the signed text, and every attempt that is still stored',
  takes: { id: argument('<id>', 'delivery id, the "webhook-id" of its requests', parseUuid) },
  notes: 'The signing key is not shown. It follows the signed text after one more "|".',
  examples: [`deliveries show ${EXAMPLE_ID}`],
  opens: 'queries',
  async run({ app, session }, { id }) {
    const delivery = await app.get(DeliveryQueries).findWithBody(id);
    if (!delivery) throw unknownDelivery(id);
    const { body, signedText, erasedAt, sentSignature } = delivery;
    const erasure = { erased_at: session.timestamp(erasedAt), sent_signature: sentSignature };
    const erasureText: Section = ['Personal data was erased. The signature is of the body as it was sent', fields(erasure)];
    return partsResult([
      { json: DELIVERY.json(delivery, session), text: ['Delivery', DELIVERY.record(delivery, session)] },
      ...(erasedAt ? [{ text: erasureText }] : []),
      { json: { body }, text: ['Body, to which the signature is added', printable(body)] },
      { json: { signed_text: signedText, ...erasure }, text: ['Signed text, without the key', printable(signedText)] },
      { json: attemptsJson(delivery, session), text: ['Attempts', attemptsTable(delivery, session)] },
    ]);
  },
});

const resend = changeCommand({
  description: 'send a delivery again, in any state, or all that a service missed; retry schedules start again',
  needsConfirmation: true,
  takes: {
    id: argument('[id]', 'delivery id', parseUuid),
    serviceId: option('--service <id>', 'all of this service, with --status and --since', parseServiceId),
    // The help names the choices. The parser, given last, checks each value.
    statuses: option<ResendableStatus[]>('--status <status>', 'in this state; may be repeated')
      .choices(RESENDABLE_STATUSES)
      .argParser(repeatable(parseResentStatus)),
    since: option('--since <when>', 'of events since this date or time, or for how long', parseSince),
  },
  notes: `The partner gets the same body and the same "webhook-id" as before, signed with the keys valid now. The order within a transaction is kept.
With --service, --status and --since all deliveries of these states are sent again, oldest first. The command first counts them and asks.
States: waiting (for a later attempt), exhausted (the last retry failed), stopped (the partner responded 410), unaddressed (the service had
no notify URL).`,
  examples: [`deliveries resend ${EXAMPLE_ID}`, 'deliveries resend --service 0f3a9c21 --status waiting --status exhausted --since 3d'],
  opens: 'nothing',
  run({ session }, { id, serviceId, statuses, since }) {
    if (id !== undefined && !serviceId && !statuses && !since) return resendOne(session, id);
    if (id === undefined && serviceId && statuses && since) return resendAll(session, serviceId, statuses, since);
    throw UserError.usage('Give either the id of one delivery, or --service, --status and --since for several.');
  },
});

function parseResentStatus(text: string): ResendableStatus {
  const status = RESENDABLE_STATUSES.find((name) => name === text);
  if (!status) throw new InvalidArgumentError(`Allowed choices are ${RESENDABLE_STATUSES.join(', ')}.`);
  return status;
}

/** `changed` has no text: it occurs only when deliveries are resent by their status. */
const OUTCOME_TEXTS: Record<Exclude<ResendOutcome, 'changed'>, string> = {
  sending: 'A running gateway sends it within seconds. Otherwise it is sent at the next start.',
  waiting: 'It is sent after the earlier notifications of its transaction.',
  under_way: 'It is being sent right now, so nothing was changed.',
  erased: 'Its body had personal data and was erased, so it cannot be sent again. The API shows the state of its transaction.',
};

async function resendOne(session: Session, id: string): Promise<CommandResult> {
  const outcome = await (await session.get(ResendDeliveryService)).run(id);
  if (!outcome || outcome === 'changed') throw unknownDelivery(id);
  return {
    json: { id, outcome },
    text: `${OUTCOME_TEXTS[outcome]}\nSee its outcome: ${CLI_COMMAND} deliveries show ${id}`,
    exitCode: outcome === 'erased' ? EXIT.failed : EXIT.ok,
  };
}

const COUNTS_NOTE = `sending: due now, and a running gateway sends them, oldest first. waiting: an earlier one of the same transaction comes first.
under_way: was being sent. erased: personal data was erased from it. changed: has another state now. locked: in use; repeat the command.
See the rest: ${CLI_COMMAND} deliveries endpoints`;

async function resendAll(
  session: Session,
  serviceId: string,
  statuses: ResendableStatus[],
  sinceOption: TimeOption,
): Promise<CommandResult> {
  const app = await session.application();
  const { name } = await requireService(app, serviceId);
  const since = sinceOption(app.get(SystemClock).now(), session.environment.app.displayTimeZone);
  const deliveries = app.get(ResendDeliveriesService);
  const scope = { serviceId, statuses, since };
  const ids = await deliveries.find(scope);
  const summary = { service_id: serviceId, statuses: statuses.join(', '), since: session.timestamp(since), found: ids.length };
  if (ids.length === 0) return recordResult(summary, 'There is nothing to send again.');
  await session.confirm(
    `${ids.length} notifications (${summary.statuses}) of ${name} (${serviceId}) since ${summary.since} are sent again.`,
  );
  const counts = await session.withProgress('notifications', (report) => deliveries.run(scope, ids, (done) => report(done, ids.length)));
  return recordResult({ ...summary, ...counts }, COUNTS_NOTE);
}

function unknownDelivery(id: string): UserError {
  return new UserError(`There is no delivery ${id}. See the deliveries: ${CLI_COMMAND} deliveries list`);
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

const ENDPOINT_CHANGE = viewOf<EndpointChange>()({
  service_id: 'serviceId',
  state: 'state',
  at: 'at',
  failed_tries: 'failedTries',
  first_failure_at: 'firstFailureAt',
});

const endpoints = command({
  description: 'services whose notify URL fails or is paused, or for which deliveries wait, and the latest changes',
  takes: { limit: defaultOption('--limit <rows>', 'how many changes', parseRowLimit, 20) },
  notes: `A URL that has only failed for 72 hours, and at least 10 times, is paused: its deliveries wait, and one of them is tried every hour.
After the first acknowledgement all waiting deliveries are sent, oldest first (resumed), also those of a URL that has only failed for five
minutes or more (recovered). All waiting deliveries are sent to a changed URL immediately (moved). If the endpoint is paused, one is tried
first. An endpoint that was paused in the panel (held) gets nothing until it is resumed there. "waiting" counts all notifications that are
not finished, including those behind another notification of their transaction.`,
  examples: ['deliveries endpoints', 'deliveries endpoints --limit 100 --json'],
  async run({ app, session }, { limit }) {
    const query = app.get(EndpointStatesQuery);
    const states = await query.listStates();
    const changes = await query.changes(limit + 1);
    return {
      ...partsResult([
        part('endpoints', 'Failing, paused, or with deliveries that wait', ENDPOINT, states, session),
        part('changes', 'Changes', ENDPOINT_CHANGE, changes.slice(0, limit), session),
      ]),
      ...(changes.length > limit && { remark: truncatedNote(limit) }),
    };
  },
});

export const deliveries = noun({
  notes: `States: pending (waiting, or being sent), acknowledged, exhausted (the last retry failed),
stopped (the partner responded 410), unaddressed (the service had no notify URL).`,
  examples: ['deliveries list --status exhausted', `deliveries resend ${EXAMPLE_ID}`],
  commands: { list, show, resend, endpoints },
});
