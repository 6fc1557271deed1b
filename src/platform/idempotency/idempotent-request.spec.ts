import { describe, expect, it } from '@jest/globals';
import { IdempotentRequest } from './idempotent-request.js';

const CLAIM = { partnerId: 'partner', key: 'key', claimId: 'claim' };
const counting = (): (() => { made: number }) => {
  let made = 0;
  return () => ({ made: (made += 1) });
};

describe('a request that may be sent again', () => {
  it('is answered with what was kept', async () => {
    const request = new IdempotentRequest(CLAIM, () => 201);
    const kept: unknown[] = [];
    const answer = await request.answer<string, unknown>((also) => Promise.resolve((kept.push(also?.('row')), 'row')), counting());
    expect(kept).toEqual([{ ...CLAIM, status: 201, body: '{"made":1}' }]);
    expect([answer, request.openClaim]).toEqual([{ made: 1 }, undefined]);
  });

  it('is answered all the same when nothing was changed, and nothing is kept', async () => {
    const request = new IdempotentRequest(CLAIM);
    expect(request.openClaim).toBe(CLAIM);
    expect(await request.answer(() => Promise.resolve('row'), counting())).toEqual({ made: 1 });
    expect(request.openClaim).toBe(CLAIM);
  });

  it('keeps nothing without a key', async () => {
    const request = new IdempotentRequest();
    const seen: unknown[] = [];
    await request.answer((also) => Promise.resolve(void seen.push(also)), counting());
    expect([seen, request.claim]).toEqual([[undefined], undefined]);
  });
});
