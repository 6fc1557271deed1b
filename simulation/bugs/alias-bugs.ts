import type { AliasOperations } from '../../src/connectors/acquirers/port/alias.js';
import type { AcquirerConnector } from '../../src/connectors/acquirers/port/acquirer-connector.js';
import type { OutboxEvent } from '../../src/platform/webhooks/outbox/outbox-event.js';
import { ALIAS } from '../../src/products/payments/blik-aliases/alias-subject.js';
import { ExpireAliasesService } from '../../src/products/payments/blik-aliases/expire-aliases.service.js';
import { AliasRegistrationService } from '../../src/products/payments/blik-aliases/registration.service.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { Bug } from './bug.js';
import { changeAcquirerConnectors } from './online-bugs.js';
import { changeConsequences, replaceMethod } from './inject.js';

/** Drops events before they are stored. */
export function dropEvents(process: GatewayProcess, isDropped: (event: OutboxEvent) => boolean): void {
  changeConsequences(process, ({ events, ...others }) => ({ ...others, events: events.filter((event) => !isDropped(event)) }));
}

function changeAliasConnectors(process: GatewayProcess, change: (aliases: AliasOperations) => void): void {
  changeAcquirerConnectors(process, ({ aliases }: AcquirerConnector) => {
    if (aliases) change(aliases);
  });
}

export const ALIAS_BUGS: readonly Bug[] = [
  {
    name: 'alias-activated-by-payment',
    description: 'A code that has paid counts as having registered its alias',
    inject: (process) =>
      replaceMethod<AliasRegistrationService['codePaid']>(
        process.get(AliasRegistrationService),
        'codePaid',
        () => async (unit, aliasId) => {
          const alias = await unit.lock(ALIAS, aliasId);
          if (alias?.status !== 'alias_pending_registration') return;
          const set = { activatedAt: alias.updatedAt, nextPollAt: null, pollCount: 0 };
          await unit.move(ALIAS, [alias], { to: 'alias_active', reason: 'channel_active', set });
        },
      ),
  },
  {
    name: 'alias-event-missing',
    description: 'The partner gets no event when an alias ends',
    inject: (process) =>
      dropEvents(process, ({ body }) => body.json.includes('blik:alias_status_changed') && body.json.includes('alias_unregistered')),
  },
  {
    name: 'alias-never-unregistered',
    description: 'An ended alias is never unregistered in the app',
    inject: (process) =>
      changeAliasConnectors(process, (aliases) =>
        replaceMethod<AliasOperations['unregisterAlias']>(
          aliases,
          'unregisterAlias',
          () => () =>
            Promise.resolve({ outcome: 'unregistered', providerRef: null, data: null, appKey: null, expiresAt: null, rawCode: null }),
        ),
      ),
  },
  {
    name: 'alias-expiry-ignored',
    description: 'An alias stays active after its last day',
    inject: (process) =>
      replaceMethod<ExpireAliasesService['batch']>(process.get(ExpireAliasesService), 'batch', () => () => Promise.resolve(false)),
  },
];
