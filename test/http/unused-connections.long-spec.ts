import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { PartnerProgram, smsResponse } from '../sms/partner-program.js';
import { createSmsShop, GATEWAY_SECRET } from '../sms/sms-shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let program: PartnerProgram;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  program = await PartnerProgram.start();
});
afterAll(() => program.close());

describe('an idle connection', () => {
  it('is kept open longer than proxies keep their connections', async () =>
    expect((await world.http.get('/healthz')).headers.get('keep-alive')).toBe('timeout=75'));

  it('does not delay the shutdown when it never had a request, like connections that browsers open in advance', async () => {
    const other = await startWorld();
    const { hostname, port } = new URL(other.http.baseUrl);
    const unusedConnection = connect(Number(port), hostname);
    await once(unusedConnection, 'connect');
    expect((await other.http.get('/healthz')).status).toBe(200); // now the server has accepted both connections
    const startedAt = performance.now();
    await Promise.all([other.stop(), once(unusedConnection, 'close')]);
    expect(performance.now() - startedAt).toBeLessThan(45_000); // shorter than the server's own time limit
  });

  it('does not delay the shutdown after a response that was in progress when the shutdown began', async () => {
    const shop = await createSmsShop(world, { type: 'API_URL', apiUrl: program.url });
    const heldResponses: ServerResponse[] = [];
    program.behaviour = (response) => void heldResponses.push(response);
    const response = shop.receive();
    await until(
      () => heldResponses.length,
      (count) => count === 1,
    );

    const startedAt = performance.now();
    const stopped = world.stop();
    const isListening = (): Promise<boolean> =>
      fetch(`${world.http.baseUrl}/healthz`).then(
        () => true,
        () => false,
      );
    await until(isListening, (listening) => !listening);
    heldResponses[0]?.end(smsResponse('Welcome'));
    expect((await response).text).toBe('Welcome');
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(70_000); // shorter than the keep-alive time of the connection
  });
});
