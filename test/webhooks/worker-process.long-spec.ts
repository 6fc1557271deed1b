import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { WakeDueEndpointsService } from '../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import { WebhookProcessor } from '../../src/platform/webhooks/delivery/webhook.processor.js';
import { programArguments } from '../support/program.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());

describe('a worker process', () => {
  const children: ChildProcess[] = [];
  afterEach(() => children.forEach((child) => child.kill('SIGKILL')));

  it('that is killed while the partner handles a notification leaves consistent data, and the notification is sent again', async () => {
    const endpoint = await world.addEndpoint();
    endpoint.receiver.setResponses({ ...OK, hold: true }, OK);
    const subject = await endpoint.append();
    const { worker: queueWorker } = world.get(WebhookProcessor);
    await queueWorker.pause(); // otherwise the worker of this process would often handle the wake-up
    const worker = startWorker();
    children.push(worker);
    await until(
      () => endpoint.receiver.requests,
      ({ length }) => length === 1,
    );
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    void queueWorker.resume();
    await expect(endpoint.listDeliveries(subject)).resolves.toMatchObject([
      { status: 'pending', attemptCount: 1, attempts: [{ outcome: null }] },
    ]);

    await endpoint.expireLeases();
    await world.get(WakeDueEndpointsService).run();
    const [delivery] = await endpoint.waitForStatuses(subject, 'acknowledged');
    const [first, second] = endpoint.receiver.requests;
    expect([first?.headers['webhook-id'], second?.headers['webhook-id']]).toEqual([delivery?.id, delivery?.id]);
    expect(second?.body).toBe(first?.body);
    await expect(world.readNotifyStatus(subject)).resolves.toMatchObject({ isSend: true, count: 2 });
  });

  function startWorker(): ChildProcess {
    const root = join(import.meta.dirname, '../..');
    return spawn(process.execPath, programArguments('main'), {
      cwd: root,
      stdio: process.env['TEST_LOG_LEVEL'] ? 'inherit' : 'ignore',
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        ...world.settings,
        ROLE: 'worker',
        PORT: '0',
        SANDBOX: 'off',
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      },
    });
  }
});
