import type { Action } from '../actions/step.js';
import type { World } from '../world/world.js';

/**
 * Returns the open decisions of payers and banks at the end of an episode, and the callbacks about states that the gateway does not know.
 */
export function finalMandateActions(world: World): Action[] {
  return [...mandateActions(world), ...aliasActions(world)];
}

function mandateActions(world: World): Action[] {
  return [...world.model.sales.keys()].flatMap((sale) =>
    indexedFromLast((indexFromLast) => world.model.blik.mandateOf(sale, indexFromLast)).flatMap(([index, mandate]) => {
      const { actualState, gatewayState, reportedOutcomes, isUnacknowledged, name, revokedBy } = mandate;
      const target = { sale, mandate: index };
      const actions: Action[] = [];
      const decision = world.random('last word', name).pick(['active', 'refused'] as const);
      if (actualState === 'open') actions.push({ kind: 'bank decides', ...target, decision, by: 'payer' });
      const outcome = actualState === 'revoked' ? `revoked by ${revokedBy ?? ''}` : actualState === 'refused' ? 'failed' : actualState;
      const isEndUnknown = gatewayState === 'subscription_active' && (actualState === 'revoked' || actualState === 'expired');
      if (actualState !== 'unseen' && (actualState === 'open' || isUnacknowledged || isEndUnknown || !reportedOutcomes.has(outcome)))
        actions.push({ kind: 'bank sends callback', ...target, reports: 'the actual state', isHint: false, isRepeat: false });
      return actions;
    }),
  );
}

function aliasActions(world: World): Action[] {
  return [...world.model.sales.keys()].flatMap((sale) =>
    indexedFromLast((indexFromLast) => world.model.blik.aliasOf(sale, indexFromLast)).flatMap(([index, alias]) => {
      const { actualState, gatewayState, reportedOutcomes, isUnacknowledged, name } = alias;
      const target = { sale, alias: index };
      const actions: Action[] = [];
      if (actualState === 'pending')
        actions.push({ kind: 'app decides', ...target, decision: world.random('last word', name).pick(['active', 'refused'] as const) });
      const outcome = actualState === 'replaced' ? 'unregistered' : actualState === 'refused' ? 'failed' : actualState;
      const isEndUnknown = gatewayState === 'alias_active' && ['unregistered', 'replaced', 'expired'].includes(actualState);
      if (actualState !== 'unseen' && (actualState === 'pending' || isUnacknowledged || isEndUnknown || !reportedOutcomes.has(outcome)))
        actions.push({ kind: 'app sends callback', ...target, reports: 'the actual state', isHint: false, isRepeat: false });
      return actions;
    }),
  );
}

/** Returns the mandates or aliases of one sale with their indexes, from the last one (0) back. */
function indexedFromLast<Item>(itemAt: (indexFromLast: number) => Item | null): [number, Item][] {
  const items: [number, Item][] = [];
  for (let index = 0, item = itemAt(0); item; index += 1, item = itemAt(index)) items.push([index, item]);
  return items;
}
