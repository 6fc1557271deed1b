import { describe, expect, it } from '@jest/globals';
import { attemptVerdict } from './attempt-verdict.js';

const verdictOnResponse = (httpStatus: number, responseExcerpt: string, errorCode: string | null = null) =>
  attemptVerdict({ outcome: httpStatus === 410 ? 'gone' : 'not_acknowledged', httpStatus, errorCode, responseExcerpt });
const verdictOnFailure = (errorCode: string | null) =>
  attemptVerdict({ outcome: 'failed', httpStatus: null, errorCode, responseExcerpt: null });

describe('the verdict on an attempt', () => {
  it('is null while the attempt is under way', () => {
    expect(attemptVerdict({ outcome: null, httpStatus: null, errorCode: null, responseExcerpt: null })).toBeNull();
  });

  it('confirms an acknowledgement', () => {
    expect(attemptVerdict({ outcome: 'acknowledged', httpStatus: 200, errorCode: null, responseExcerpt: 'OK' })).toBe(
      'your program acknowledged it: 200 with OK',
    );
  });

  it.each([
    [200, '<html>', 'your program responded 200 with "<html>": the body must be OK and nothing else'],
    [200, ' \n', 'your program responded 200 with an empty body: the body must be OK and nothing else'],
    [204, '', 'your program responded 204 with an empty body: respond with 200 and the body OK'],
    [301, '', 'redirects are not followed'],
    [403, 'Forbidden', 'notifications have no login, only a signature'],
    [404, 'Not\n  found', 'your program responded 404 with "Not found": check the path of the notify URL.'],
    [405, '', 'the path must accept POST'],
    [410, '', 'the notification is not sent again'],
    [500, 'Oops', 'your program responded 500 with "Oops": respond with 200 and the body OK'],
  ])('explains the response %d with the body %j to the partner', (status, excerpt, message) => {
    expect(verdictOnResponse(status, excerpt)).toContain(message);
  });

  it('quotes the beginning of a long body, cut between characters', () => {
    expect(verdictOnResponse(500, '🙂'.repeat(61))).toContain(`"${'🙂'.repeat(60)}…"`);
    expect(verdictOnResponse(500, '🙂'.repeat(60))).toContain(`"${'🙂'.repeat(60)}"`);
  });

  it.each([
    ['TIMEOUT', 'your program did not respond in time'],
    ['ECONNREFUSED', 'your server refused the connection'],
    ['CERT_HAS_EXPIRED', 'has expired'],
    ['EPROTO', 'there was no response (EPROTO)'],
    [null, 'there was no response (UNKNOWN)'],
  ])('explains a missing response: %s', (code, message) => {
    expect(verdictOnFailure(code)).toContain(message);
  });
});
