import { type Command, Option } from 'commander';
import { type EndpointChange, type EndpointState, EndpointStatesQuery } from '../../platform/webhooks/inspection/endpoint-states.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import type { Cell } from '../output/cell.js';
import { sections } from '../output/sections.js';
import { tableOrNothing } from '../output/table.js';
import type { Session } from '../session.js';
import { cutAfter } from '../output/list-answer.js';
import { parseRowLimit } from '../values/row-limit.js';

export function addDeliveryEndpoints(deliveries: Command, runner: CommandRunner): void {
  deliveries
    .command('endpoints')
    .description('services whose notify address fails or is paused, and when that changed')
    .addOption(new Option('--limit <rows>', 'how many changes').argParser(parseRowLimit).default(20))
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
        const states = (await session.application()).get(EndpointStatesQuery);
        const endpoints = (await states.now()).map((state) => stateView(state, session));
        const found = (await states.changes(limit + 1)).map((change) => changeView(change, session));
        const changes = found.slice(0, limit);
        return {
          json: { endpoints, changes },
          text: sections([
            ['Failing and paused', tableOrNothing(endpoints, STATE_COLUMNS)],
            ['Changes', tableOrNothing(changes, CHANGE_COLUMNS)],
          ]),
          ...(found.length > limit && { remark: cutAfter(limit) }),
        };
      }),
    );
}

const STATE_COLUMNS = [
  'service_id',
  'state',
  'waiting',
  'failed_tries',
  'first_failure_at',
  'last_failure_at',
  'paused_at',
  'next_probe_at',
] as const;
const CHANGE_COLUMNS = ['service_id', 'state', 'at', 'failed_tries', 'first_failure_at'] as const;

function stateView(state: EndpointState, session: Session) {
  return {
    service_id: state.serviceId,
    state: state.state,
    waiting: state.waiting,
    failed_tries: state.failedTries,
    first_failure_at: session.timestamp(state.firstFailureAt),
    last_failure_at: session.timestamp(state.lastFailureAt),
    paused_at: session.timestamp(state.pausedAt),
    next_probe_at: session.timestamp(state.nextProbeAt),
  } satisfies Record<string, Cell>;
}

function changeView(change: EndpointChange, session: Session) {
  return {
    service_id: change.serviceId,
    state: change.state,
    at: session.timestamp(change.at),
    failed_tries: change.failedTries,
    first_failure_at: session.timestamp(change.firstFailureAt),
  } satisfies Record<string, Cell>;
}
