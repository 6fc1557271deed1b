import type { ChannelConnector } from '../../src/connectors/channels/port/channel-connector.js';
import type { RecurringOperations } from '../../src/connectors/channels/port/consent.js';
import { RecordSubscriptionService } from '../../src/products/payments/subscriptions/record-subscription.service.js';
import { UnregisterAliasService } from '../../src/products/payments/subscriptions/aliases/unregister-alias.service.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import { dropEvents } from './alias-bugs.js';
import type { Bug } from './bug.js';
import { changeAcquirers } from './online-bugs.js';
import { replaceMethod } from './plant.js';

/** Agreements at banks, as before but for what is changed. */
export function changeRecurring(process: GatewayProcess, change: (recurring: RecurringOperations) => void): void {
  changeAcquirers(process, ({ recurring }: ChannelConnector) => {
    if (recurring) change(recurring);
  });
}

export const AGREEMENT_BUGS: readonly Bug[] = [
  {
    name: 'agreement-silence-is-a-refusal',
    what: 'An agreement that a bank has not answered in time is taken to be refused',
    plant: (process) =>
      changeRecurring(process, (recurring) =>
        replaceMethod<RecurringOperations['registerConsent']>(recurring, 'registerConsent', (original) => async (request) => {
          const answer = await original(request);
          return answer.outcome === 'unknown' ? { ...answer, outcome: 'failed', reason: 'other' } : answer;
        }),
      ),
  },
  {
    name: 'agreement-event-missing',
    what: 'Nobody is told that a subscription is over',
    plant: (process) =>
      dropEvents(process, ({ body }) => body.json.includes('subscription:status_changed') && !body.json.includes('subscription_active')),
  },
  {
    name: 'agreement-kept-after-cancellation',
    what: 'A partner’s word that a subscription is not wanted any more changes nothing',
    plant: (process) =>
      replaceMethod<UnregisterAliasService['run']>(
        process.get(UnregisterAliasService),
        'run',
        (original) => (serviceId, which, reason) =>
          'type' in which && which.type === 'PAYID' ? Promise.resolve() : original(serviceId, which, reason),
      ),
  },
  {
    name: 'agreement-with-a-higher-limit',
    what: 'The bank is told of a higher limit in all than the payer was asked for',
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
