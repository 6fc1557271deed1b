import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
});
afterAll(() => world.stop());

const SECONDS = 5;
/** The worker does everything once as it starts. */
const SETTLED = 3;
/** Both ends count, and timers drift. */
const MOST = SECONDS + 2;

interface Statement {
  application: string;
  text: string;
}

/** All statements of some seconds, by the looks at the database's clock of which the gateway makes one a second. */
async function statementsOfSeconds(): Promise<Statement[]> {
  const seen: Statement[] = [];
  const query = jest.spyOn(pg.Client.prototype as { query: (statement: string | { text: string }) => unknown }, 'query');
  const isLook = ({ text }: Statement): boolean => text.includes('clock_timestamp() AS now');
  try {
    await until(
      () => {
        const { calls, contexts } = query.mock;
        seen.length = 0;
        calls.forEach(([given], index) => {
          const { connectionParameters } = contexts[index] as { connectionParameters: { application_name: string } };
          seen.push({ application: connectionParameters.application_name, text: typeof given === 'string' ? given : given.text });
        });
        return seen.filter(isLook).length;
      },
      (looks) => looks > SETTLED + SECONDS,
    );
    const settled = seen.filter(isLook)[SETTLED - 1];
    return seen.slice(settled && seen.indexOf(settled));
  } finally {
    query.mockRestore();
  }
}

describe('while nothing happens', () => {
  it('the simulated parties and the clocks ask once a second, and the worker for what it has to find by itself', async () => {
    const seen = await statementsOfSeconds();
    const [ofSandbox, ofGateway] = ['sandbox', 'gateway'].map((name) => seen.filter(({ application }) => application === name));
    expect(ofSandbox?.length).toBeLessThanOrEqual(MOST);
    expect(ofGateway?.filter(({ text }) => text.includes('business_clock')).length).toBeLessThanOrEqual(MOST);
    expect(ofGateway?.length).toBeLessThanOrEqual(MOST * 20);
  });
});
