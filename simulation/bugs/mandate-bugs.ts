import type { AcquirerConnector } from '../../src/connectors/acquirers/port/acquirer-connector.js';
import type { RecurringOperations } from '../../src/connectors/acquirers/port/mandate.js';
import { RecordSubscriptionService } from '../../src/products/payments/subscriptions/record-subscription.service.js';
import { UnregisterAliasService } from '../../src/products/payments/subscriptions/aliases/unregister-alias.service.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import { dropEvents } from './alias-bugs.js';
import type { Bug } from './bug.js';
import { changeAcquirerConnectors } from './online-bugs.js';
import { replaceMethod } from './inject.js';

/** Changes the acquirers' operations for mandates and charges. */
export function changeRecurringConnectors(process: GatewayProcess, change: (recurring: RecurringOperations) => void): void {
  changeAcquirerConnectors(process, ({ recurring }: AcquirerConnector) => {
    if (recurring) change(recurring);
  });
}

export const MANDATE_BUGS: readonly Bug[] = [
  {
    name: 'mandate-timeout-treated-as-refusal',
    description: 'A request for a mandate that timed out counts as refused',
    inject: (process) =>
      changeRecurringConnectors(process, (recurring) =>
        replaceMethod<RecurringOperations['registerMandate']>(recurring, 'registerMandate', (original) => async (request) => {
          const result = await original(request);
          return result.outcome === 'unknown' ? { ...result, outcome: 'failed', reason: 'other' } : result;
        }),
      ),
  },
  {
    name: 'mandate-event-missing',
    description: 'The partner gets no event when a subscription ends',
    inject: (process) =>
      dropEvents(process, ({ body }) => body.json.includes('subscription:status_changed') && !body.json.includes('subscription_active')),
  },
  {
    name: 'mandate-active-after-cancellation',
    description: 'A partner’s request to end a subscription is ignored',
    inject: (process) =>
      replaceMethod<UnregisterAliasService['run']>(
        process.get(UnregisterAliasService),
        'run',
        (original) => (serviceId, aliasKey, reason) =>
          'type' in aliasKey && aliasKey.type === 'PAYID' ? Promise.resolve() : original(serviceId, aliasKey, reason),
      ),
  },
  {
    name: 'mandate-limit-raised',
    description: 'The bank gets a higher total limit than the partner requested',
    inject: (process) =>
      replaceMethod<RecordSubscriptionService['run']>(
        process.get(RecordSubscriptionService),
        'run',
        (original) => (unit, newSubscription) =>
          original(unit, {
            ...newSubscription,
            terms: {
              ...newSubscription.terms,
              totalLimitMinor: newSubscription.terms.totalLimitMinor && newSubscription.terms.totalLimitMinor + 1,
            },
          }),
      ),
  },
];
