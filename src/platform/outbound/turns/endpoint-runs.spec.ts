import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Environment } from '../../../runtime/config/environment.js';
import type { EndpointWork } from './endpoint-run.js';
import { EndpointRuns } from './endpoint-runs.js';
import { EndpointSlots } from './endpoint-slots.js';

const MORE_THAN_NODE_LIKES = 11;
const A_DAY_MS = 86_400_000;
const turn = (): Promise<void> => new Promise(setImmediate);

const warnings: string[] = [];
const keep = (warning: Error): void => void warnings.push(warning.name);
afterEach(() => void process.off('warning', keep));

describe('endpoints at which nothing can be done for now', () => {
  it('rest, however many they are, without a warning, and are no reason to wait when the process ends', async () => {
    process.on('warning', keep);
    const resting: string[] = [];
    const work: EndpointWork<never> = {
      claim: (endpointId) => {
        resting.push(endpointId);
        return Promise.resolve({ items: [], drained: true, restMs: A_DAY_MS });
      },
      attempt: () => Promise.resolve(false),
    };
    const slots = new EndpointSlots({ webhook: { concurrency: 100, concurrencyPerEndpoint: 1 } } as Environment);
    const runs = new EndpointRuns(work, slots, pino({ level: 'silent' }));
    for (let endpoint = 0; endpoint < MORE_THAN_NODE_LIKES; endpoint += 1) runs.wake(`endpoint ${endpoint}`);
    await turn();
    expect(resting).toHaveLength(MORE_THAN_NODE_LIKES);
    await runs.stop();
    await turn();
    expect(warnings).toEqual([]);
  });
});
