import { describe, expect, it } from '@jest/globals';
import { IdempotentRequest } from './idempotent-request.js';

const CLAIM = { partnerId: 'partner', key: 'key', claimId: 'claim' };
const makeCounter = (): (() => { made: number }) => {
  let made = 0;
  return () => ({ made: (made += 1) });
};

describe('a request that may be repeated', () => {
  it('returns the response that was stored', async () => {
    const request = new IdempotentRequest(CLAIM, () => 201);
    const stored: unknown[] = [];
    const answer = await request.answer<string, unknown>((also) => Promise.resolve((stored.push(also?.('row')), 'row')), makeCounter());
    expect(stored).toEqual([{ ...CLAIM, status: 201, body: '{"made":1}' }]);
    expect([answer, request.openClaim]).toEqual([{ made: 1 }, undefined]);
  });

  it('returns a response but stores none when nothing was changed', async () => {
    const request = new IdempotentRequest(CLAIM);
    expect(request.openClaim).toBe(CLAIM);
    expect(await request.answer(() => Promise.resolve('row'), makeCounter())).toEqual({ made: 1 });
    expect(request.openClaim).toBe(CLAIM);
  });

  it('stores no response without a key', async () => {
    const request = new IdempotentRequest();
    const received: unknown[] = [];
    await request.answer((also) => Promise.resolve(void received.push(also)), makeCounter());
    expect([received, request.claim]).toEqual([[undefined], undefined]);
  });
});
