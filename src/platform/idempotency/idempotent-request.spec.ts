import { describe, expect, it } from '@jest/globals';
import { IdempotentRequest } from './idempotent-request.js';

const CLAIM = { partnerId: 'partner', key: 'key', claimId: 'claim' };
const makeCounter = (): (() => { count: number }) => {
  let count = 0;
  return () => ({ count: (count += 1) });
};

describe('a request that may be repeated', () => {
  it('returns the response that was stored', async () => {
    const request = new IdempotentRequest(CLAIM, () => 201);
    const stored: unknown[] = [];
    const response = await request.storeAndRespond<string, unknown>(
      (buildResponse) => Promise.resolve((stored.push(buildResponse?.('row')), 'row')),
      makeCounter(),
    );
    expect(stored).toEqual([{ ...CLAIM, status: 201, body: '{"count":1}' }]);
    expect([response, request.openClaim]).toEqual([{ count: 1 }, undefined]);
  });

  it('returns a response but stores none when nothing was changed', async () => {
    const request = new IdempotentRequest(CLAIM);
    expect(request.openClaim).toBe(CLAIM);
    expect(await request.storeAndRespond(() => Promise.resolve('row'), makeCounter())).toEqual({ count: 1 });
    expect(request.openClaim).toBe(CLAIM);
  });

  it('stores no response without a key', async () => {
    const request = new IdempotentRequest();
    const received: unknown[] = [];
    await request.storeAndRespond((buildResponse) => Promise.resolve(void received.push(buildResponse)), makeCounter());
    expect([received, request.claim]).toEqual([[undefined], undefined]);
  });
});
