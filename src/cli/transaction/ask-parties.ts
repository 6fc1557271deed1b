import type { INestApplicationContext } from '@nestjs/common';
import type { AskedThing, KnownThing } from '../products/product.js';
import { PRODUCTS } from '../products/products.js';
import type { Session } from '../session.js';
import { isWorthAsking } from './advice.js';
import type { UnknownThing } from './unknown-things.js';

const AT_ONCE = 1_000;
const NOBODY = 'no_connector';

/** What has come to be known since it was told of, by the name that it was told with. */
export async function knownOf(app: INestApplicationContext, things: readonly UnknownThing[]): Promise<Map<string, KnownThing>> {
  const names = [...new Set(things.flatMap(({ reference, own }) => [reference, own]).filter((name) => name !== null))];
  const known = new Map<string, KnownThing>();
  for (let from = 0; from < names.length; from += AT_ONCE)
    for (const { transactions } of PRODUCTS)
      for (const thing of (await transactions.known?.(app, names.slice(from, from + AT_ONCE))) ?? []) known.set(thing.name, thing);
  return known;
}

export const hereOf = ({ reference, own }: UnknownThing, here: ReadonlyMap<string, KnownThing>): KnownThing | null =>
  here.get(reference ?? '') ?? here.get(own ?? '') ?? null;

/** What their parties say now, one after the other: nobody is asked by more than one call at a time. */
export async function answersTo(
  app: INestApplicationContext,
  session: Session,
  things: readonly UnknownThing[],
  here: ReadonlyMap<string, KnownThing>,
): Promise<Map<UnknownThing, string>> {
  const answers = new Map<UnknownThing, string>();
  const progress = session.startProgress('asked');
  try {
    for (const [index, thing] of things.entries()) {
      session.throwIfInterrupted();
      progress.update(index, things.length);
      if (!isWorthAsking(thing, hereOf(thing, here))) continue;
      const { party, own, amountMinor, currency } = thing;
      const asked = { party, reference: own ?? thing.reference ?? '', amountMinor, currency };
      answers.set(thing, await askedOf(app, asked));
    }
  } finally {
    progress.stop();
  }
  return answers;
}

/** The party is of one product; others have no connector for it. */
async function askedOf(app: INestApplicationContext, thing: AskedThing): Promise<string> {
  for (const { transactions } of PRODUCTS) {
    const answer = (await transactions.ask?.(app, thing)) ?? NOBODY;
    if (answer !== NOBODY) return answer;
  }
  return NOBODY;
}
