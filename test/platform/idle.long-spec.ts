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
/** Seconds that are not counted: the worker runs every task once at its start. */
const STARTUP_SECONDS = 3;
/** Statements of one kind. Both ends of the interval count, and timers drift. */
const MAX_STATEMENTS = SECONDS + 2;

interface Statement {
  application: string;
  text: string;
}

/** All statements of some seconds. The seconds are counted by the gateway's reads of the database's clock, one each second. */
async function statementsOfSeconds(): Promise<Statement[]> {
  const seen: Statement[] = [];
  const query = jest.spyOn(pg.Client.prototype as { query: (statement: string | { text: string }) => unknown }, 'query');
  const isClockRead = ({ text }: Statement): boolean => text.includes('clock_timestamp() AS now');
  try {
    await until(
      () => {
        const { calls, contexts } = query.mock;
        seen.length = 0;
        calls.forEach(([statement], index) => {
          const { connectionParameters } = contexts[index] as { connectionParameters: { application_name: string } };
          seen.push({
            application: connectionParameters.application_name,
            text: typeof statement === 'string' ? statement : statement.text,
          });
        });
        return seen.filter(isClockRead).length;
      },
      (clockReads) => clockReads > STARTUP_SECONDS + SECONDS,
    );
    const started = seen.filter(isClockRead)[STARTUP_SECONDS - 1];
    return seen.slice(started && seen.indexOf(started));
  } finally {
    query.mockRestore();
  }
}

describe('an idle gateway', () => {
  it('sends one statement a second for the sandbox and one for the clocks, and at most twenty a second in all', async () => {
    const seen = await statementsOfSeconds();
    const [ofSandbox, ofGateway] = ['sandbox', 'gateway'].map((name) => seen.filter(({ application }) => application === name));
    expect(ofSandbox?.length).toBeLessThanOrEqual(MAX_STATEMENTS);
    expect(ofGateway?.filter(({ text }) => text.includes('business_clock')).length).toBeLessThanOrEqual(MAX_STATEMENTS);
    expect(ofGateway?.length).toBeLessThanOrEqual(MAX_STATEMENTS * 20);
  });
});
