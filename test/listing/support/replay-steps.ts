import type { Step } from './listing-model.js';
import type { Item, ItemWorld } from './items.js';

/** Applies the steps to the database and to the reference model. @returns the rows of the model. */
export async function replaySteps(world: ItemWorld, history: readonly Step[]): Promise<Item[]> {
  await world.clear();
  const items: Item[] = [];
  let lastId = 0;
  for (const step of history) {
    if (step.kind === 'fold') await world.compactAllCounters();
    else if (step.kind === 'insert') {
      const added = step.things.map((item) => ({ ...item, id: String((lastId += 1)) }));
      await world.insert(added);
      items.push(...added);
    } else {
      const index = items.length ? step.pick % items.length : -1;
      const item = items[index];
      if (!item) continue;
      if (step.kind === 'remove') {
        await world.remove(item);
        items.splice(index, 1);
      } else {
        await world.move(item, step.status);
        item.status = step.status;
      }
    }
  }
  return items;
}
