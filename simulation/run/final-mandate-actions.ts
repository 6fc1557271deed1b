import type { Action } from '../actions/step.js';
import type { World } from '../world/world.js';

/** At the end of an episode payers and banks decide, and banks report what the gateway has not heard. */
export function finalMandateActions(world: World): Action[] {
  return [...mandates(world), ...aliases(world)];
}

function mandates(world: World): Action[] {
  return [...world.model.sales.keys()].flatMap((sale) =>
    placesOf((place) => world.model.blik.mandateOf(sale, place)).flatMap(([mandate, found]) => {
      const { actualState, state, reportedOutcomes, isUnacknowledged, name } = found;
      const about = { sale, mandate };
      const actions: Action[] = [];
      const choice = world.random('last word', name).of(['active', 'refused'] as const);
      if (actualState === 'open') actions.push({ kind: 'bank decides', ...about, decision: choice, by: 'payer' });
      const word = actualState === 'revoked' ? `revoked by ${found.revokedBy ?? ''}` : actualState === 'refused' ? 'failed' : actualState;
      const isUnheard = state === 'subscription_active' && (actualState === 'revoked' || actualState === 'expired');
      if (actualState !== 'unseen' && (actualState === 'open' || isUnacknowledged || isUnheard || !reportedOutcomes.has(word)))
        actions.push({ kind: 'bank reports', ...about, says: 'the truth', hint: false, again: false });
      return actions;
    }),
  );
}

function aliases(world: World): Action[] {
  return [...world.model.sales.keys()].flatMap((sale) =>
    placesOf((place) => world.model.blik.aliasOf(sale, place)).flatMap(([alias, found]) => {
      const { actualState, state, reportedOutcomes, isUnacknowledged, name } = found;
      const about = { sale, alias };
      const actions: Action[] = [];
      if (actualState === 'pending')
        actions.push({ kind: 'app decides', ...about, decision: world.random('last word', name).of(['active', 'refused'] as const) });
      const word = actualState === 'replaced' ? 'unregistered' : actualState === 'refused' ? 'failed' : actualState;
      const isUnheard = state === 'alias_active' && ['unregistered', 'replaced', 'expired'].includes(actualState);
      if (actualState !== 'unseen' && (actualState === 'pending' || isUnacknowledged || isUnheard || !reportedOutcomes.has(word)))
        actions.push({ kind: 'app reports', ...about, says: 'the truth', hint: false, again: false });
      return actions;
    }),
  );
}

/** The subscriptions or aliases of one sale, the last one first. */
function placesOf<Found>(at: (place: number) => Found | null): [number, Found][] {
  const all: [number, Found][] = [];
  for (let place = 0, found = at(0); found; place += 1, found = at(place)) all.push([place, found]);
  return all;
}
