import type { Step } from './listing-model.js';
import type { Item, ItemWorld } from './items.js';

/** Applies the steps to the database and to the reference model. @returns the rows of the model. */
export async function replaySteps(world: ItemWorld, history: readonly Step[]): Promise<Item[]> {
  await world.clear();
  const things: Item[] = [];
  let made = 0;
  for (const step of history) {
    if (step.kind === 'fold') await world.fold();
    else if (step.kind === 'insert') {
      const added = step.things.map((thing) => ({ ...thing, id: String((made += 1)) }));
      await world.insert(added);
      things.push(...added);
    } else {
      const index = things.length ? step.pick % things.length : -1;
      const thing = things[index];
      if (!thing) continue;
      if (step.kind === 'remove') {
        await world.remove(thing);
        things.splice(index, 1);
      } else {
        await world.move(thing, step.status);
        thing.status = step.status;
      }
    }
  }
  return things;
}
