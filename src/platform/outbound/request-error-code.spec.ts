import { describe, expect, it } from '@jest/globals';
import { requestErrorCode } from './request-error-code.js';

const failure = (properties: object): Error => Object.assign(new Error('of shop.example'), properties);

describe('the error code of a request without a response', () => {
  it.each([
    [{ name: 'TimeoutError', code: 23 }, 'TIMEOUT'],
    [{ name: 'HTTPParserError', code: 'HPE_INVALID_CONSTANT' }, 'INVALID_RESPONSE'],
    [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'CONNECT_TIMEOUT'],
    [{ code: 'UND_ERR_HEADERS_TIMEOUT' }, 'TIMEOUT'],
    [{ code: 'UND_ERR_BODY_TIMEOUT' }, 'TIMEOUT'],
    [{ code: 'UND_ERR_SOCKET' }, 'CONNECTION_CLOSED'],
    [{ code: 'UND_ERR_HEADERS_OVERFLOW' }, 'HEADERS_TOO_LONG'],
    [{ code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }, 'INVALID_RESPONSE'],
    [{ code: 'TARGET_FORBIDDEN' }, 'TARGET_FORBIDDEN'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [{ code: 'X509' }, 'X509'],
  ])('for %j is %s', (properties, code) => expect(requestErrorCode(failure(properties))).toBe(code));

  it.each([{}, { code: 23 }, { code: ['EPIPE'] }, { code: 'of shop.example' }, { code: 'E' }, { code: '0X' }, { code: 'A'.repeat(65) }])(
    'is UNKNOWN for %j, which has no valid code',
    (properties) => expect(requestErrorCode(failure(properties))).toBe('UNKNOWN'),
  );

  it.each([null, undefined, 'broken'])('is UNKNOWN for %p, which is no error', (thrown) =>
    expect(requestErrorCode(thrown)).toBe('UNKNOWN'),
  );
});
