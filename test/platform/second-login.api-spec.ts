import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Client } from 'pg';
import { startGateway } from '../../src/program/start-gateway.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { runCommandWith } from '../cli/cli-world.js';
import { payerOf } from '../support/payer.js';
import { testServerInfo } from '../support/test-server-info.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

// The name is random, because roles belong to the whole server, and other tests run on this server at the same time.
const SECOND_ROLE = `gateway_app_${randomBytes(4).toString('hex')}`;
const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

/** The statement in docs/operations.md that begins like this, with the roles of the test instead of the documented ones. */
function documentedStatement(beginning: string): string {
  const statement = GUIDE.split('\n').find((line) => line.startsWith(beginning));
  if (statement === undefined) throw new Error(`docs/operations.md has no line that begins with "${beginning}"`);
  return statement
    .replaceAll('gateway_app_2', SECOND_ROLE)
    .replaceAll(/\bgateway_app\b/g, testServerInfo().app.name)
    .replace('…', 'second-password');
}

let world: World;
let superuser: Client;
beforeAll(async () => {
  world = await startWorld();
  const database = new URL(world.settings['DATABASE_URL'] ?? '').pathname;
  superuser = new Client({ connectionString: Object.assign(new URL(testServerInfo().superuser), { pathname: database }).href });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await world.stop();
});

describe('the second login of the application, while its password is replaced', () => {
  it('has the same rights as the first login and can be removed completely', async () => {
    await superuser.query(documentedStatement('CREATE ROLE gateway_app_2'));
    const url = Object.assign(new URL(world.settings['DATABASE_URL'] ?? ''), { username: SECOND_ROLE, password: 'second-password' }).href;
    const settings: NodeJS.ProcessEnv = { ...world.settings, DATABASE_URL: url };
    const worker = await startGateway(
      readEnvironment({ ...settings, ROLE: 'worker', SANDBOX: 'off', PORT: '0', LOG_LEVEL: 'silent', HOST: '127.0.0.1', SEED_DEMO: 'off' }),
      { appUrl: url, ownerUrl: world.settings['DATABASE_OWNER_URL'] ?? '', appRole: '', close: () => Promise.resolve() },
      pino({ level: 'silent' }),
    );
    try {
      const shop = await world.createPartnerShop();
      const id = (await shop.create({ amount: 5 })).body.data.transactionId as string;
      await payerOf(world, id).pay();
      await until(
        () => shop.receiver.requests.length,
        (count) => count >= 2,
      );
      for (const command of [['migrate'], ['partner', 'create', 'Second'], ['ledger', 'verify']])
        expect(await runCommandWith(settings, command)).toMatchObject({ code: 0 });
    } finally {
      await worker.stop();
    }
    await superuser.query(documentedStatement('DROP OWNED BY gateway_app_2'));
    expect(await runCommandWith(world.settings, ['ledger', 'verify'])).toMatchObject({ code: 0 });
    expect(await runCommandWith(settings, ['ledger', 'verify'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('password of DATABASE_URL'),
    });
  });
});
