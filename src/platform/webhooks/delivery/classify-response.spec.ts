import { describe, expect, it } from '@jest/globals';
import { classifyResponse } from './classify-response.js';

describe('whether a response acknowledges', () => {
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
  ] as const)('%d %p: %s', (httpStatus, excerpt, outcome) =>
    expect(classifyResponse({ httpStatus, excerpt, errorCode: null, retryAfterMs: null })).toBe(outcome),
  );

  it('never when more came than is kept', () =>
    expect(classifyResponse({ httpStatus: 200, excerpt: 'OK', errorCode: 'RESPONSE_TOO_LONG', retryAfterMs: null })).toBe(
      'not_acknowledged',
    ));

  it('never when it did not come to its end, not even to stop', () => {
    for (const httpStatus of [200, 410, null])
      expect(classifyResponse({ httpStatus, excerpt: null, errorCode: 'TIMEOUT', retryAfterMs: null })).toBe('failed');
  });
});
