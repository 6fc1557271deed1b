import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { lastValueFrom, of, throwError } from 'rxjs';
import { DomainError } from '../../common/errors/domain-error.js';
import type { RequestLimits } from '../../runtime/rate-limits/request-limits.js';
import { ThrottleFailedAuthInterceptor } from './throttle-failed-auth.interceptor.js';

const IP = '203.0.113.7';
const context = { switchToHttp: () => ({ getRequest: () => ({ ip: IP }) }) } as ExecutionContext;

/** The result of a connector's call whose route ends in the given way, and the calls of the limits meanwhile. */
async function call(ending: { answer: unknown } | { error: unknown }, counting: Promise<void> = Promise.resolve()) {
  const asked: string[] = [];
  const limits = {
    countWrong: (proof: string, ip: string) => (asked.push(`count ${proof} ${ip}`), counting),
  } as unknown as RequestLimits;
  const route = 'error' in ending ? throwError(() => ending.error) : of(ending.answer);
  const result = lastValueFrom(new ThrottleFailedAuthInterceptor(limits).intercept(context, { handle: () => route }));
  const [settled] = await Promise.allSettled([result]);
  return { settled, asked };
}

describe('a connector that', () => {
  it('proves itself is answered', async () =>
    expect(await call({ answer: 'OK' })).toEqual({ settled: { status: 'fulfilled', value: 'OK' }, asked: [] }));

  it('cannot prove itself has guessed, and is told what it was told', async () => {
    const error = new DomainError('UNAUTHORIZED');
    expect(await call({ error })).toEqual({
      settled: { status: 'rejected', reason: error },
      asked: [`count secret ${IP}`],
    });
  });

  it('has guessed too often is told so', async () => {
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
  ])('meets %p has not guessed', async (error) =>
    expect(await call({ error })).toEqual({ settled: { status: 'rejected', reason: error }, asked: [] }),
  );
});
