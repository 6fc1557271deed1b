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
    [200, '<html>', 'your program answered 200 with "<html>": the body must be OK and nothing else'],
    [200, ' \n', 'your program answered 200 with an empty body: the body must be OK and nothing else'],
    [204, '', 'your program answered 204 with an empty body: answer 200 with the body OK'],
    [301, '', 'redirects are not followed'],
    [403, 'Forbidden', 'notifications carry no login, only a signature'],
    [404, 'Not\n  found', 'your program answered 404 with "Not found": is the path of the notify address right?'],
    [405, '', 'the path must take POST'],
    [410, '', 'it is not sent again'],
    [500, 'Oops', 'your program answered 500 with "Oops": answer 200 with the body OK'],
  ])('explains the response %d with the body %j to the partner', (status, excerpt, message) => {
    expect(verdictOnResponse(status, excerpt)).toContain(message);
  });

  it('quotes the beginning of a long body, cut between characters', () => {
    expect(verdictOnResponse(500, '🙂'.repeat(61))).toContain(`"${'🙂'.repeat(60)}…"`);
    expect(verdictOnResponse(500, '🙂'.repeat(60))).toContain(`"${'🙂'.repeat(60)}"`);
  });

  it.each([
    ['TIMEOUT', 'your program did not answer in time'],
    ['ECONNREFUSED', 'your server refused the connection'],
    ['CERT_HAS_EXPIRED', 'has expired'],
    ['EPROTO', 'no answer came (EPROTO)'],
    [null, 'no answer came (UNKNOWN)'],
  ])('explains a missing response: %s', (code, message) => {
    expect(verdictOnFailure(code)).toContain(message);
  });
});
