import { expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { EndpointWaker } from '../wake-up/endpoint-waker.js';
import { Outbox } from './outbox.js';

it('the outbox does not query the database when there are no events', async () => {
  const outbox = new Outbox({ now: () => new Date(0) }, {} as EndpointWaker);
  await expect(outbox.append({} as EntityManager, [])).resolves.toBeUndefined();
});
