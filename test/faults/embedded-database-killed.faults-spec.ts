import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findServer } from '../../src/runtime/database/embedded/server-process.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { readDemoPartner } from './support/read-demo-partner.js';
import { makeDataDir, removeDataDir, startEmbeddedGateway } from './support/embedded-gateway.js';
import type { GatewayProcess } from './support/gateway-process.js';

let dataDir: string;
let gateway: GatewayProcess | undefined;
beforeEach(async () => {
  dataDir = await makeDataDir();
});
afterEach(async () => {
  await gateway?.stop();
  await removeDataDir(dataDir);
});

const dataFolder = (): Promise<string> => realpath(join(dataDir, 'postgres', 'data'));
/** The pid of the server, or 0 while there is no pid in its file, which a starting server rewrites. */
const postmasterPid = async (): Promise<number> =>
  Number((await readFile(join(await dataFolder(), 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);

describe('an embedded database that is killed with SIGKILL', () => {
  it('is started again without losing transactions that were confirmed, and the gateway recovers', async () => {
    gateway = await startEmbeddedGateway(dataDir);
    const { http } = gateway;
    const { token, serviceId } = await readDemoPartner(gateway);
    const path = `/directbilling/${serviceId}/transactions`;
    const confirmed: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const killedPid = await postmasterPid();
      const sending = times(40, async () => {
        const { status, body } = await http.post(path, { token, body: { amount: 5 } });
        if (status === 200) confirmed.push(body.data.transactionId);
        else expect([status, body.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      });
      await until(
        () => confirmed.length,
        (length) => length >= 5 + 20 * round,
      );
      process.kill(killedPid, 'SIGKILL');
      await Promise.all(sending);
      await until(postmasterPid, (pid) => pid > 0 && pid !== killedPid);
      const firstResponse = await until(
        () => http.post(path, { token, body: { amount: 5 } }),
        ({ status }) => status === 200,
      );
      confirmed.push(firstResponse.body.data.transactionId);
      for (const id of confirmed) expect((await http.get(`${path}/${id}`, { token })).status).toBe(200);
    }
    expect(gateway.running).toBe(true);
    const folder = await dataFolder();
    await gateway.stop();
    await expect(findServer(folder)).resolves.toBeUndefined();
  });
});
