import { describe, expect, it } from '@jest/globals';
import { salesNamed, shrink } from '../../simulation/run/shrink.js';
import { indexesOf, listOf } from '../../simulation/run/step-list.js';
import type { Step } from '../../simulation/actions/step.js';
import { writeSteps } from '../../simulation/steps/write-steps.js';

const places = (steps: readonly Step[]): number[] => steps.map(({ index }) => index);

/** A failure for which exactly these steps are needed. */
async function shrunk(needed: readonly number[], named: readonly string[] = []): Promise<{ left: number[]; tries: number }> {
  let tries = 0;
  const left = await shrink(writeSteps('shrink', 400), named, (steps) => {
    tries += 1;
    return Promise.resolve(needed.every((index) => places(steps).includes(index)));
  });
  return { left: places(left), tries };
}

describe('shrinking', () => {
  it.each([[[0]], [[399]], [[3, 4, 5]], [[7, 120, 121, 399]]])('leaves exactly the steps that are needed: %j', async (needed) => {
    const { left, tries } = await shrunk(needed);
    expect(left).toEqual(needed);
    expect(tries).toBeLessThan(100);
  });

  it('begins with the lives that are named, where they are enough, and with everything where they are not', async () => {
    const [made] = writeSteps('shrink', 400).filter(({ action }) => action.kind === 'sell by phone');
    const index = made?.index ?? 0;
    await expect(shrunk([index], [`d${index}`])).resolves.toMatchObject({ left: [index] });
    await expect(shrunk([index], ['d1000'])).resolves.toMatchObject({ left: [index] });
    expect(salesNamed('d12/1 of d12 was booked, p3 → m400')).toEqual(['d12', 'd12', 'p3', 'm400']);
  });
});

describe('the steps of a seed', () => {
  it('are the same each time, each at its place, and others of another seed', () => {
    expect(writeSteps('a', 100)).toEqual(writeSteps('a', 100));
    expect(writeSteps('a', 100)).not.toEqual(writeSteps('b', 100));
    expect(places(writeSteps('a', 100))).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  it('are named by lists that can be read again', () => {
    for (const list of [[3], [3, 7, 8, 9], [0, 1, 5, 7]]) expect(indexesOf(listOf(list))).toEqual(list);
    expect(listOf([3, 7, 8, 9])).toBe('3,7-9');
    expect(() => indexesOf('3,x')).toThrow(RangeError);
  });
});
