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
/** Seconds after the start whose statements are not counted, because the worker runs every task once at its start. */
const STARTUP_SECONDS = 3;
const MAX_PER_SECOND = 20;
/** For one statement per second. Two more are accepted, because statements at both ends of the interval count and timers drift. */
const MAX_STATEMENTS = SECONDS + 2;

interface Statement {
  application: string;
  text: string;
}

/** Statements of `SECONDS` seconds. The gateway reads the database's clock once a second, so the test counts these reads as seconds. */
async function collectStatements(): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = jest.spyOn(pg.Client.prototype as { query: (statement: string | { text: string }) => unknown }, 'query');
  const isClockRead = ({ text }: Statement): boolean => text.includes('clock_timestamp() AS now');
  try {
    await until(
      () => {
        const { calls, contexts } = query.mock;
        statements.length = 0;
        calls.forEach(([statement], index) => {
          const { connectionParameters } = contexts[index] as { connectionParameters: { application_name: string } };
          statements.push({
            application: connectionParameters.application_name,
            text: typeof statement === 'string' ? statement : statement.text,
          });
        });
        return statements.filter(isClockRead).length;
      },
      (clockReads) => clockReads > STARTUP_SECONDS + SECONDS,
    );
    const firstCounted = statements.filter(isClockRead)[STARTUP_SECONDS - 1];
    return statements.slice(firstCounted && statements.indexOf(firstCounted));
  } finally {
    query.mockRestore();
  }
}

describe('an idle gateway', () => {
  it('sends one statement a second for the sandbox and one for the clocks, and at most twenty a second in all', async () => {
    const statements = await collectStatements();
    const [sandboxStatements, gatewayStatements] = ['sandbox', 'gateway'].map((name) =>
      statements.filter(({ application }) => application === name),
    );
    expect(sandboxStatements?.length).toBeLessThanOrEqual(MAX_STATEMENTS);
    expect(gatewayStatements?.filter(({ text }) => text.includes('business_clock')).length).toBeLessThanOrEqual(MAX_STATEMENTS);
    expect(gatewayStatements?.length).toBeLessThanOrEqual(MAX_STATEMENTS * MAX_PER_SECOND);
  });
});
