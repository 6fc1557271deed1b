import type { ChannelConnector } from '../../src/connectors/channels/port/channel-connector.js';
import type { RecurringOperations } from '../../src/connectors/channels/port/mandate.js';
import { RecordSubscriptionService } from '../../src/products/payments/subscriptions/record-subscription.service.js';
import { UnregisterAliasService } from '../../src/products/payments/subscriptions/aliases/unregister-alias.service.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import { dropEvents } from './alias-bugs.js';
import type { Bug } from './bug.js';
import { changeAcquirers } from './online-bugs.js';
import { replaceMethod } from './plant.js';

/** Changes the connectors for mandates. */
export function changeRecurring(process: GatewayProcess, change: (recurring: RecurringOperations) => void): void {
  changeAcquirers(process, ({ recurring }: ChannelConnector) => {
    if (recurring) change(recurring);
  });
}

export const MANDATE_BUGS: readonly Bug[] = [
  {
    name: 'mandate-silence-is-a-refusal',
    what: 'A request for a mandate that timed out counts as refused',
    plant: (process) =>
      changeRecurring(process, (recurring) =>
        replaceMethod<RecurringOperations['registerMandate']>(recurring, 'registerMandate', (original) => async (request) => {
          const answer = await original(request);
          return answer.outcome === 'unknown' ? { ...answer, outcome: 'failed', reason: 'other' } : answer;
        }),
      ),
  },
  {
    name: 'mandate-event-missing',
    what: 'The partner gets no event when a subscription ends',
    plant: (process) =>
      dropEvents(process, ({ body }) => body.json.includes('subscription:status_changed') && !body.json.includes('subscription_active')),
  },
  {
    name: 'mandate-kept-after-cancellation',
    what: 'A partner’s request to end a subscription is ignored',
    plant: (process) =>
      replaceMethod<UnregisterAliasService['run']>(
        process.get(UnregisterAliasService),
        'run',
        (original) => (serviceId, which, reason) =>
          'type' in which && which.type === 'PAYID' ? Promise.resolve() : original(serviceId, which, reason),
      ),
  },
  {
    name: 'mandate-with-a-higher-limit',
    what: 'The bank gets a higher total limit than the partner asked for',
    plant: (process) =>
      replaceMethod<RecordSubscriptionService['run']>(
        process.get(RecordSubscriptionService),
        'run',
        (original) => (unit, wanted) =>
          original(unit, {
            ...wanted,
            terms: { ...wanted.terms, totalLimitMinor: wanted.terms.totalLimitMinor && wanted.terms.totalLimitMinor + 1 },
          }),
      ),
  },
];
