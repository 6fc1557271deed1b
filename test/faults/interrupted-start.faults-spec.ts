import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findServer } from '../../src/runtime/database/embedded/server-process.js';
import { until } from '../support/until.js';
import { readDemoPartner } from './support/read-demo-partner.js';
import { embeddedSettings, makeDataDir, removeDataDir, startEmbeddedGateway } from './support/embedded-gateway.js';
import { GatewayProcess } from './support/gateway-process.js';

let dataDir: string;
let gateway: GatewayProcess | undefined;
beforeEach(async () => {
  dataDir = await makeDataDir();
});
afterEach(async () => {
  await gateway?.stop();
  await removeDataDir(dataDir);
});

const home = (): Promise<string> => realpath(join(dataDir, 'postgres'));
const server = async () => findServer(join(await home(), 'data'));
const logOfServer = async (): Promise<string> => readFile(join(await home(), 'postgres.log'), 'utf8').catch(() => '');

const STAGES: [string, (gateway: GatewayProcess) => Promise<boolean>][] = [
  ['the database is made', (starting) => Promise.resolve(starting.log.includes('Making the database'))],
  ['the database starts', async () => (await server().catch(() => undefined)) !== undefined],
  ['the schema is made', async () => (await logOfServer().catch(() => '')).includes('ready to accept connections')],
  ['the demo is seeded', async (starting) => (await fetch(`${starting.http.baseUrl}/healthz`).catch(() => null))?.status === 200],
];

describe('a first start that is interrupted', () => {
  it.each(STAGES)('while %s ends with exit code 0, leaves nothing running, and the next start succeeds', async (_, isReached) => {
    const starting = (gateway = await GatewayProcess.launch({ ...embeddedSettings(dataDir), LOG_LEVEL: 'info' }));
    await until(
      () => isReached(starting),
      (reached) => reached,
    );
    expect(await starting.stop()).toBe(0);
    expect(starting.log).not.toMatch(/"level":"(error|fatal)"|^ +at /m);
    await expect(server().catch(() => undefined)).resolves.toBeUndefined();

    gateway = await startEmbeddedGateway(dataDir);
    const { token, serviceId } = await readDemoPartner(gateway);
    const { status } = await gateway.http.post(`/directbilling/${serviceId}/transactions`, { token, body: { amount: 5 } });
    expect(status).toBe(200);
  });
});
