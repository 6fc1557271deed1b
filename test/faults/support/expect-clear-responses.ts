import { expect } from '@jest/globals';
import type { HttpResponse } from '../../support/http-client.js';
import type { Shop } from '../../support/shop.js';
import { expectConsistent } from './expect-consistent.js';
import type { FaultWorld } from './fault-world.js';
import type { GatewayProcess } from './gateway-process.js';
import type { Load } from './load.js';

/** The idempotency key of the load's request with this number. Only the first of three requests has a key. */
export const keyOf = (number: number): string | undefined => (number % 3 === 1 ? `load-${number}` : undefined);

/** The requests of the load, by number: in turn a create with a key, a create without a key, and a read of the list. */
export const callsOf =
  (shop: Shop) =>
  (number: number): Promise<HttpResponse> => {
    const key = keyOf(number);
    if (number % 3 === 0) return shop.get('/transactions');
    return shop.post('/transactions', { amount: 5, control: key }, key ? { headers: { 'Idempotency-Key': key } } : {});
  };

/** Fails unless all responses are a success or a 503, and all created transactions are stored. */
export async function expectClearResponses(
  world: FaultWorld,
  gateway: GatewayProcess,
  { recordedResponses, failures, statuses }: Load,
): Promise<void> {
  expect(failures).toEqual([]);
  expect(gateway.log.split('\n').filter((line) => line.includes('unexpected error'))).toEqual([]);
  expect(recordedResponses.filter(({ status }) => ![200, 503].includes(status)).map(({ text }) => text)).toEqual([]);
  expect(Object.keys(statuses)).toEqual(['200', '503']);
  for (const { body, headers } of recordedResponses.filter(({ status }) => status === 503)) {
    expect(body).toMatchObject({ success: false, errorCode: 'SERVICE_UNAVAILABLE' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const createdIds = recordedResponses.flatMap(({ status, body }) =>
    status === 200 && body.data.transactionId ? [body.data.transactionId as string] : [],
  );
  const stored = await world.sql<{ id: string }>('SELECT id FROM direct_billing_transaction WHERE id = ANY ($1)', [createdIds]);
  expect(stored).toHaveLength(createdIds.length);
  expect(new Set(createdIds).size).toBe(createdIds.length);
  await expectConsistent(world);
}
