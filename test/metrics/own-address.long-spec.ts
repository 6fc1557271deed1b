import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { MetricsServer } from '../../src/runtime/metrics/metrics-server.js';
import { freePort } from '../support/free-port.js';
import { startWorld, type World } from '../support/world.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';

describe('/metrics', () => {
  let world: World;
  beforeAll(async () => {
    // A port that the system chooses may be in use at the other address.
    world = await startWorld({ METRICS_PORT: String(await freePort()), METRICS_HOST: '127.0.0.2' });
  });
  afterAll(() => world.stop());

  it('is served only at METRICS_HOST', async () => {
    const { port } = world.get(MetricsServer);
    expect((await fetch(`http://127.0.0.2:${port}/metrics`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('is served on loopback by default, whatever the address of the API', () => {
    const settings = { HOST: '0.0.0.0', PUBLIC_URL: 'https://pay.example.test', DATABASE_URL: 'postgresql://a@b/c', ENCRYPTION_KEYS };
    expect(readEnvironment(settings).metrics.host).toBe('127.0.0.1');
  });
});
