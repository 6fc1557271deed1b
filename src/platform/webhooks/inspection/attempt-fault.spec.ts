import { describe, expect, it } from '@jest/globals';
import { type AttemptFault, attemptFault } from './attempt-fault.js';

describe('the fault of an attempt', () => {
  it.each<[number, AttemptFault]>([
    [200, 'body'],
    [204, 'body'],
    [301, 'redirect'],
    [401, 'login'],
    [403, 'login'],
    [404, 'not-found'],
    [405, 'method'],
    [422, 'client'],
    [500, 'server'],
  ])('for the response %d is %s', (httpStatus, fault) =>
    expect(attemptFault({ outcome: 'not_acknowledged', httpStatus, errorCode: null })).toBe(fault),
  );

  it.each<[string | null, AttemptFault]>([
    ['TIMEOUT', 'timeout'],
    ['ECONNREFUSED', 'refused'],
    ['ENOTFOUND', 'name'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['EPROTO', 'no-answer'],
    [null, 'no-answer'],
  ])('for the error %s without a response is %s', (errorCode, fault) =>
    expect(attemptFault({ outcome: 'failed', httpStatus: null, errorCode })).toBe(fault),
  );

  it('is accepted for an acknowledgement, gone for the response 410, and null for an attempt under way', () => {
    expect(attemptFault({ outcome: 'acknowledged', httpStatus: 200, errorCode: null })).toBe('accepted');
    expect(attemptFault({ outcome: 'gone', httpStatus: 410, errorCode: null })).toBe('gone');
    expect(attemptFault({ outcome: null, httpStatus: null, errorCode: null })).toBeNull();
  });
});
