import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { serverOn } from '../../src/runtime/database/embedded/server-process.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { demoOf } from './support/demo-of.js';
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

const data = (): Promise<string> => realpath(join(dataDir, 'postgres', 'data'));
/** 0 while there is none, because a starting server writes its file anew. */
const postmaster = async (): Promise<number> =>
  Number((await readFile(join(await data(), 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);

describe('kill -9 of the embedded database', () => {
  it('has the database started again without losing data of a response, and the gateway recovers', async () => {
    gateway = await startEmbeddedGateway(dataDir);
    const { http } = gateway;
    const { token, serviceId } = await demoOf(gateway);
    const path = `/directbilling/${serviceId}/transactions`;
    const confirmed: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const killed = await postmaster();
      const sending = times(40, async () => {
        const { status, body } = await http.post(path, { token, body: { amount: 5 } });
        if (status === 200) confirmed.push(body.data.transactionId);
        else expect([status, body.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      });
      await until(
        () => confirmed.length,
        (length) => length >= 5 + 20 * round,
      );
      process.kill(killed, 'SIGKILL');
      await Promise.all(sending);
      await until(postmaster, (pid) => pid > 0 && pid !== killed);
      const again = await until(
        () => http.post(path, { token, body: { amount: 5 } }),
        ({ status }) => status === 200,
      );
      confirmed.push(again.body.data.transactionId);
      for (const id of confirmed) expect((await http.get(`${path}/${id}`, { token })).status).toBe(200);
    }
    expect(gateway.running).toBe(true);
    const folder = await data();
    await gateway.stop();
    await expect(serverOn(folder)).resolves.toBeUndefined();
  });
});
