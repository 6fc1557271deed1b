import { OPERATORS } from '../../src/connectors/operators/operator.port.js';
import { DeliverEndpointService } from '../../src/platform/webhooks/delivery/deliver-endpoint.service.js';
import { CompactCountersService } from '../../src/platform/listing/compact-counters.service.js';
import { PollAcquirersService } from '../../src/products/payments/poll-acquirers.service.js';
import { ExpireAliasesService } from '../../src/products/payments/aliases/expire-aliases.service.js';
import { ChangeChannelsService } from '../../src/products/payments/channels/change-channels.service.js';
import { ExpireSubscriptionsService } from '../../src/products/payments/subscriptions/expire-subscriptions.service.js';
import { ExpirePaymentsService } from '../../src/products/payments/attempts/expire-payments.service.js';
import { PollChargesService } from '../../src/products/direct-billing/charges/poll-charges.service.js';
import { ChangeTariffService } from '../../src/products/direct-billing/commission/change-tariff.service.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { RetryPartnerCallsService } from '../../src/products/sms/partner-calls/retry-partner-calls.service.js';
import { PartnerCallStore } from '../../src/products/sms/partner-calls/partner-call-store.js';
import type { EndpointWork } from '../../src/platform/outbound/dispatch/endpoint-dispatcher.js';
import type { Slot } from '../../src/platform/outbound/dispatch/endpoint-slots.js';
import { ONLINE_CHANNELS } from '../actors/create-shops.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { ActionKinds } from './action-kind.js';
import { ALL_TASKS, type Task } from '../actions/step.js';

type PlatformKind =
  | 'due work'
  | 'everything that is due'
  | 'deliver'
  | 'answer comes'
  | 'time passes'
  | 'look at the clock'
  | 'terms change'
  | 'process is killed';

/** The limit of deliveries in progress works in real time. */
const SLOT: Slot = { begin: () => undefined, end: () => undefined, release: () => undefined };
const AT_ONCE = 4;
const A_DAY_MINUTES = 24 * 60;

/** Claims the due deliveries of an endpoint, and tries them one after the other. */
export async function drainEndpoint<Item>(work: EndpointWork<Item>, endpointId: string): Promise<number> {
  const { items } = await work.claim(endpointId, AT_ONCE, new AbortController().signal);
  for (const item of items) await work.attempt(item, SLOT);
  return items.length;
}

export const SCHEDULED_TASKS: Record<Task, (process: GatewayProcess) => Promise<unknown>> = {
  'expire phone sales': (process) => process.get(ExpireTransactionsService).batch(),
  'ask orange': (process) => process.get(PollChargesService).batch('orange'),
  'ask play': (process) => process.get(PollChargesService).batch('play'),
  'ask plus': (process) => process.get(PollChargesService).batch('plus'),
  'ask t-mobile': (process) => process.get(PollChargesService).batch('t-mobile'),
  'expire payments': (process) => process.get(ExpirePaymentsService).batch(),
  'ask acquirer': (process) => process.get(PollAcquirersService).batch('attempt', 'acquirer'),
  'ask tryout': (process) => process.get(PollAcquirersService).batch('attempt', 'tryout'),
  'refund at acquirer': (process) => process.get(PollAcquirersService).batch('refund', 'acquirer'),
  'refund at tryout': (process) => process.get(PollAcquirersService).batch('refund', 'tryout'),
  'ask about aliases': (process) => process.get(PollAcquirersService).batch('alias', 'acquirer'),
  'expire aliases': (process) => process.get(ExpireAliasesService).batch(),
  'ask about subscriptions': (process) => process.get(PollAcquirersService).batch('subscription', 'acquirer'),
  'expire subscriptions': (process) => process.get(ExpireSubscriptionsService).batch(),
  'fold counters': (process) => process.get(CompactCountersService).batch(),
  async 'call programs'(process) {
    for (const serviceId of await process.get(PartnerCallStore).dueServices())
      await drainEndpoint(process.get(RetryPartnerCallsService), serviceId);
  },
};

export const PLATFORM_ACTIONS: ActionKinds<PlatformKind> = {
  'due work': {
    title: ({ task }) => `due work: ${task}`,
    inside:
      (_, process, { task }) =>
      () =>
        SCHEDULED_TASKS[task](process),
  },
  'everything that is due': {
    title: () => 'everything that is due is done',
    inside: (world, process) => async () => {
      for (const task of ALL_TASKS) await SCHEDULED_TASKS[task](process);
      for (const { id } of world.model.services) while ((await drainEndpoint(process.get(DeliverEndpointService), id)) > 0);
    },
  },
  deliver: {
    title: ({ service, answer }) => `notifications of service ${service} are sent; the partner: ${answer}`,
    inside(world, process, { service }) {
      const { id } = world.model.services[service % world.model.services.length] ?? { id: '' };
      return () => drainEndpoint(process.get(DeliverEndpointService), id);
    },
  },
  'answer comes': {
    title: ({ place }, { calls }) =>
      `an answer comes: ${calls.waiting[place % Math.max(1, calls.waiting.length)]?.description ?? 'no call is waiting'}`,
  },
  'time passes': {
    title: ({ minutes }) => `${minutes} minutes pass`,
    outside: (world, { minutes }) => world.moveClock(minutes),
    inside:
      (world, process, { minutes }) =>
      async () => {
        await process.lookAtTheClock();
        // No machine's clock lags by days.
        if (minutes >= A_DAY_MINUTES) for (const other of world.running) await other.lookAtTheClock();
      },
  },
  'look at the clock': { title: () => 'a process looks at the clock', inside: (_, process) => () => process.lookAtTheClock() },
  'terms change': {
    title: ({ service, share }) => `terms of service ${service} change: ${share / 100} %`,
    /** Entered in the model when the partner and staff have agreed on it. */
    outside({ model }, { service, share }) {
      const shop = model.services[service % model.services.length];
      if (!shop) return;
      for (const [operator, terms] of Object.entries(shop.operators))
        shop.operators[operator] = { ...terms, shares: [share, share, share] };
      for (const channel of Object.keys(shop.channels)) shop.channels[channel] = { bp: share, fixed: 10 };
    },
    inside(world, process, { service, share }) {
      const shop = world.model.services[service % world.model.services.length];
      if (shop?.kind === 'phone')
        return () => process.get(ChangeTariffService).run(shop.id, OPERATORS, { sharesBp: [share, share, share] });
      if (shop?.kind === 'online')
        return () => process.get(ChangeChannelsService).run(shop.id, ONLINE_CHANNELS, { commissionBp: share, commissionFixedMinor: 10 });
      return null;
    },
  },
  'process is killed': {
    title: () => 'a process is killed',
    inside: (_, process) => () => {
      process.die();
      return Promise.resolve();
    },
  },
};
