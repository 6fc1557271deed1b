import { describe, expect, it } from '@jest/globals';
import { runLanes } from './run-lanes.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('lanes', () => {
  it('work through everything in parallel, never more than allowed', async () => {
    const work = Array.from({ length: 50 }, (_, index) => index);
    let running = 0;
    let most = 0;
    await runLanes(4, async (openAnother) => {
      while (work.shift() !== undefined) {
        openAnother();
        running += 1;
        most = Math.max(most, running);
        await turn();
        running -= 1;
      }
    });
    expect({ left: work.length, running, most }).toEqual({ left: 0, running: 0, most: 4 });
  });

  it('are all waited for before a failure is thrown', async () => {
    let lanes = 0;
    let ended = 0;
    const running = runLanes(3, async (openAnother) => {
      lanes += 1;
      const failing = lanes === 2;
      openAnother();
      await turn();
      ended += 1;
      if (failing) throw new Error('database away');
    });
    await expect(running).rejects.toThrow('database away');
    expect(ended).toBe(lanes);
  });
});
