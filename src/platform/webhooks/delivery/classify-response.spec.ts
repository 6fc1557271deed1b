import { describe, expect, it } from '@jest/globals';
import { classifyResponse } from './classify-response.js';

describe('a response', () => {
  it.each([
    [200, 'OK', 'acknowledged'],
    [200, ' \r\n\tOK\n ', 'acknowledged'],
    [200, '\ufeffOK', 'acknowledged'],
    [200, 'ok', 'not_acknowledged'],
    [200, 'OK!', 'not_acknowledged'],
    [200, '"OK"', 'not_acknowledged'],
    [200, '', 'not_acknowledged'],
    [201, 'OK', 'not_acknowledged'],
    [204, '', 'not_acknowledged'],
    [302, 'OK', 'not_acknowledged'],
    [410, 'OK', 'gone'],
    [429, 'OK', 'not_acknowledged'],
    [500, 'OK', 'not_acknowledged'],
  ] as const)('%d with the body %p is %s', (httpStatus, excerpt, outcome) =>
    expect(classifyResponse({ httpStatus, excerpt, errorCode: null, retryAfterMs: null })).toBe(outcome),
  );

  it('that was truncated never acknowledges', () =>
    expect(classifyResponse({ httpStatus: 200, excerpt: 'OK', errorCode: 'RESPONSE_TOO_LONG', retryAfterMs: null })).toBe(
      'not_acknowledged',
    ));

  it('that is incomplete is a failure, even with 200 or 410', () => {
    for (const httpStatus of [200, 410, null])
      expect(classifyResponse({ httpStatus, excerpt: null, errorCode: 'TIMEOUT', retryAfterMs: null })).toBe('failed');
  });
});
