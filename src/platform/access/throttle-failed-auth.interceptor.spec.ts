import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { lastValueFrom, of, throwError } from 'rxjs';
import { DomainError } from '../../common/errors/domain-error.js';
import type { RequestLimits } from '../../runtime/rate-limits/request-limits.js';
import { ThrottleFailedAuthInterceptor } from './throttle-failed-auth.interceptor.js';

const IP = '203.0.113.7';
const context = { switchToHttp: () => ({ getRequest: () => ({ ip: IP }) }) } as ExecutionContext;

/** Calls a connector route that ends with `outcome`. @returns the result, and the calls of the rate limit. */
async function call(outcome: { response: unknown } | { error: unknown }, countResult: Promise<void> = Promise.resolve()) {
  const calls: string[] = [];
  const limits = {
    countWrong: (secretType: string, ip: string) => (calls.push(`count ${secretType} ${ip}`), countResult),
  } as unknown as RequestLimits;
  const route = 'error' in outcome ? throwError(() => outcome.error) : of(outcome.response);
  const result = lastValueFrom(new ThrottleFailedAuthInterceptor(limits).intercept(context, { handle: () => route }));
  const [settled] = await Promise.allSettled([result]);
  return { settled, calls };
}

describe('a provider that calls a connector route', () => {
  it('gets the response when it authenticates', async () =>
    expect(await call({ response: 'OK' })).toEqual({ settled: { status: 'fulfilled', value: 'OK' }, calls: [] }));

  it('gets the same error when it does not authenticate, and the call counts as a guess', async () => {
    const error = new DomainError('UNAUTHORIZED');
    expect(await call({ error })).toEqual({
      settled: { status: 'rejected', reason: error },
      calls: [`count secret ${IP}`],
    });
  });

  it('gets TOO_MANY_REQUESTS when it has guessed too often', async () => {
    const tooMany = new DomainError('TOO_MANY_REQUESTS');
    const { settled } = await call({ error: new DomainError('UNAUTHORIZED') }, Promise.reject(tooMany));
    expect(settled).toEqual({ status: 'rejected', reason: tooMany });
  });

  it.each([
    new DomainError('ROUTE_NOT_FOUND'),
    new DomainError('SERVICE_UNAVAILABLE'),
    new Error('no database'),
    Object.assign(new Error('of another program'), { code: 'UNAUTHORIZED' }),
    null,
  ])('does not count as guessing when the error is %p', async (error) =>
    expect(await call({ error })).toEqual({ settled: { status: 'rejected', reason: error }, calls: [] }),
  );
});
