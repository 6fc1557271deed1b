import { OPERATORS } from '../../src/connectors/operators/operator.port.js';
import { DeliverEndpointService } from '../../src/platform/webhooks/delivery/deliver-endpoint.service.js';
import { CompactCountersService } from '../../src/platform/listing/compact-counters.service.js';
import { PollAcquirersService } from '../../src/products/payments/poll-acquirers.service.js';
import { ExpireAliasesService } from '../../src/products/payments/blik-aliases/expire-aliases.service.js';
import { ChangeChannelsService } from '../../src/products/payments/payment-methods/change-channels.service.js';
import { ExpireSubscriptionsService } from '../../src/products/payments/subscriptions/expire-subscriptions.service.js';
import { ExpirePaymentsService } from '../../src/products/payments/attempts/expire-payments.service.js';
import { PollChargesService } from '../../src/products/direct-billing/charges/poll-charges.service.js';
import { ChangeTariffService } from '../../src/products/direct-billing/commission/change-tariff.service.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { RetryPartnerCallsService } from '../../src/products/sms/partner-calls/retry-partner-calls.service.js';
import { PartnerCallStore } from '../../src/products/sms/partner-calls/partner-call-store.js';
import type { EndpointWork } from '../../src/platform/outbound/dispatch/endpoint-dispatcher.js';
import type { Slot } from '../../src/platform/outbound/dispatch/endpoint-slots.js';
import { ONLINE_CHANNELS } from '../actors/create-partners.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { ActionKinds } from './action-kind.js';
import { ALL_TASKS, type Task } from '../actions/step.js';

type PlatformKind =
  | 'scheduled task'
  | 'all scheduled tasks'
  | 'deliver'
  | 'response arrives'
  | 'time passes'
  | 'refresh business time'
  | 'commission changes'
  | 'process is killed';

/** A slot without effect: the real slots limit deliveries in progress by real time. */
const NO_SLOT: Slot = { begin: () => undefined, end: () => undefined, release: () => undefined };
/** Largest number of notifications or partner calls in one claim. */
const CLAIM_SIZE = 4;
const DAY_MINUTES = 24 * 60;
/** Fixed part of a channel's commission after a change, in grosz. */
const FIXED_FEE_MINOR = 10;

/** Claims due work of an endpoint and attempts the items one after the other. @returns the number of claimed items. */
export async function attemptClaimedWork<Item>(work: EndpointWork<Item>, endpointId: string): Promise<number> {
  const { items } = await work.claim(endpointId, CLAIM_SIZE, new AbortController().signal);
  for (const item of items) await work.attempt(item, NO_SLOT);
  return items.length;
}

export const SCHEDULED_TASKS: Record<Task, (process: GatewayProcess) => Promise<unknown>> = {
  'expire phone sales': (process) => process.get(ExpireTransactionsService).batch(),
  'poll orange': (process) => process.get(PollChargesService).batch('orange'),
  'poll play': (process) => process.get(PollChargesService).batch('play'),
  'poll plus': (process) => process.get(PollChargesService).batch('plus'),
  'poll t-mobile': (process) => process.get(PollChargesService).batch('t-mobile'),
  'expire payments': (process) => process.get(ExpirePaymentsService).batch(),
  'poll acquirer': (process) => process.get(PollAcquirersService).batch('attempt', 'acquirer'),
  'poll tryout': (process) => process.get(PollAcquirersService).batch('attempt', 'tryout'),
  'poll refunds at acquirer': (process) => process.get(PollAcquirersService).batch('refund', 'acquirer'),
  'poll refunds at tryout': (process) => process.get(PollAcquirersService).batch('refund', 'tryout'),
  'poll aliases': (process) => process.get(PollAcquirersService).batch('alias', 'acquirer'),
  'expire aliases': (process) => process.get(ExpireAliasesService).batch(),
  'poll subscriptions': (process) => process.get(PollAcquirersService).batch('subscription', 'acquirer'),
  'expire subscriptions': (process) => process.get(ExpireSubscriptionsService).batch(),
  'compact counters': (process) => process.get(CompactCountersService).batch(),
  async 'retry partner calls'(process) {
    for (const serviceId of await process.get(PartnerCallStore).dueServices())
      await attemptClaimedWork(process.get(RetryPartnerCallsService), serviceId);
  },
};

export const PLATFORM_ACTIONS: ActionKinds<PlatformKind> = {
  'scheduled task': {
    title: ({ task }) => `scheduled task: ${task}`,
    gatewayWork:
      (_, process, { task }) =>
      () =>
        SCHEDULED_TASKS[task](process),
  },
  'all scheduled tasks': {
    title: () => 'all scheduled tasks run, and all due notifications are sent',
    gatewayWork: (world, process) => async () => {
      for (const task of ALL_TASKS) await SCHEDULED_TASKS[task](process);
      for (const { id } of world.model.services) while ((await attemptClaimedWork(process.get(DeliverEndpointService), id)) > 0);
    },
  },
  deliver: {
    title: ({ serviceIndex, response }) => `notifications of service ${serviceIndex} are sent; the partner: ${response}`,
    gatewayWork(world, process, { serviceIndex }) {
      const { id } = world.model.services[serviceIndex % world.model.services.length] ?? { id: '' };
      return () => attemptClaimedWork(process.get(DeliverEndpointService), id);
    },
  },
  'response arrives': {
    title: ({ callIndex }, { calls }) =>
      `a delayed response arrives: ${calls.waitingCalls[callIndex % Math.max(1, calls.waitingCalls.length)]?.description ?? 'no call is waiting'}`,
  },
  'time passes': {
    title: ({ minutes }) => `${minutes} minutes pass`,
    actOutside: (world, { minutes }) => world.moveBusinessTime(minutes),
    gatewayWork:
      (world, process, { minutes }) =>
      async () => {
        await process.refreshBusinessTime();
        // A real process reads the business time often, so it does not lag by days.
        if (minutes >= DAY_MINUTES) for (const other of world.running) await other.refreshBusinessTime();
      },
  },
  'refresh business time': {
    title: () => 'a process reads the business time',
    gatewayWork: (_, process) => () => process.refreshBusinessTime(),
  },
  'commission changes': {
    title: ({ serviceIndex, commissionBp }) => `the commission of service ${serviceIndex} changes: ${commissionBp / 100} %`,
    /** Changes the model before the gateway, because partner and staff agree on the commission first. */
    actOutside({ model }, { serviceIndex, commissionBp }) {
      const service = model.services[serviceIndex % model.services.length];
      if (!service) return;
      for (const [operator, tariff] of Object.entries(service.operatorTariffs))
        service.operatorTariffs[operator] = { ...tariff, commissionBp: [commissionBp, commissionBp, commissionBp] };
      for (const channel of Object.keys(service.channelFees)) service.channelFees[channel] = { bp: commissionBp, fixed: FIXED_FEE_MINOR };
    },
    gatewayWork(world, process, { serviceIndex, commissionBp }) {
      const service = world.model.services[serviceIndex % world.model.services.length];
      if (service?.kind === 'phone')
        return () => process.get(ChangeTariffService).run(service.id, OPERATORS, { sharesBp: [commissionBp, commissionBp, commissionBp] });
      if (service?.kind === 'online')
        return () =>
          process.get(ChangeChannelsService).run(service.id, ONLINE_CHANNELS, { commissionBp, commissionFixedMinor: FIXED_FEE_MINOR });
      return null;
    },
  },
  'process is killed': {
    title: () => 'a process is killed',
    gatewayWork: (_, process) => () => {
      process.die();
      return Promise.resolve();
    },
  },
};
