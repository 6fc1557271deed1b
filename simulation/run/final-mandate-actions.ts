import type { Action } from '../actions/step.js';
import type { World } from '../world/world.js';

/** At the end of an episode payers and banks decide, and banks report what the gateway has not heard. */
export function finalMandateActions(world: World): Action[] {
  return [...mandates(world), ...aliases(world)];
}

function mandates(world: World): Action[] {
  return [...world.model.sales.keys()].flatMap((sale) =>
    placesOf((place) => world.model.blik.mandateOf(sale, place)).flatMap(([mandate, found]) => {
      const { deed, state, said, unanswered, name } = found;
      const about = { sale, mandate };
      const acts: Action[] = [];
      const choice = world.dice('last word', name).of(['active', 'refused'] as const);
      if (deed === 'open') acts.push({ kind: 'bank decides', ...about, deed: choice, by: 'payer' });
      const word = deed === 'revoked' ? `revoked by ${found.revokedBy ?? ''}` : deed === 'refused' ? 'failed' : deed;
      const isUnheard = state === 'subscription_active' && (deed === 'revoked' || deed === 'expired');
      if (deed !== 'unseen' && (deed === 'open' || unanswered || isUnheard || !said.has(word)))
        acts.push({ kind: 'bank reports', ...about, says: 'the truth', hint: false, again: false });
      return acts;
    }),
  );
}

function aliases(world: World): Action[] {
  return [...world.model.sales.keys()].flatMap((sale) =>
    placesOf((place) => world.model.blik.aliasOf(sale, place)).flatMap(([alias, found]) => {
      const { deed, state, said, unanswered, name } = found;
      const about = { sale, alias };
      const acts: Action[] = [];
      if (deed === 'pending')
        acts.push({ kind: 'app decides', ...about, deed: world.dice('last word', name).of(['active', 'refused'] as const) });
      const word = deed === 'replaced' ? 'unregistered' : deed === 'refused' ? 'failed' : deed;
      const isUnheard = state === 'alias_active' && ['unregistered', 'replaced', 'expired'].includes(deed);
      if (deed !== 'unseen' && (deed === 'pending' || unanswered || isUnheard || !said.has(word)))
        acts.push({ kind: 'app reports', ...about, says: 'the truth', hint: false, again: false });
      return acts;
    }),
  );
}

/** The subscriptions or aliases of one sale, the last one first. */
function placesOf<Found>(at: (place: number) => Found | null): [number, Found][] {
  const all: [number, Found][] = [];
  for (let place = 0, found = at(0); found; place += 1, found = at(place)) all.push([place, found]);
  return all;
}
