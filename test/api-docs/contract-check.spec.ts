import { describe, expect, it } from '@jest/globals';
import { checkAgainstContract } from '../support/contract-check.js';

const SERVICE = '/directbilling/5f2c9a1b';
const CREATED = { success: true, data: { transactionId: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30', redirectUrl: 'https://pay.example/pay' } };

/** Checks a response. @returns the message of the error, or null when the response is as documented. */
function checkResponse(method: string, path: string, status: number, body: unknown, headers: Record<string, string> = {}): string | null {
  const text = body === undefined ? '' : JSON.stringify(body);
  try {
    checkAgainstContract(method, path, { status, body, text, headers: new Headers({ 'x-request-id': 'id', ...headers }) });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
const checkCreated = (body: unknown, headers?: Record<string, string>): string | null =>
  checkResponse('POST', `${SERVICE}/transactions`, 200, body, headers);
/** Checks a rejection with its `Link` header. */
const checkRejected = (
  method: string,
  path: string,
  status: number,
  errorCode: string,
  headers: Record<string, string> = {},
): string | null => checkResponse(method, path, status, { success: false, errorCode }, { ...helpFor(errorCode), ...headers });
/** The header that links a rejection to the page of its error code. */
const helpFor = (errorCode: string) => ({ link: `<https://pay.example/docs/errors#${errorCode}>; rel="help"` });
/** Checks an error of the operation that creates a transaction. */
const checkError = (status: number, errorCode: string, more: object = {}, headers: Record<string, string> = {}): string | null =>
  checkResponse(
    'POST',
    `${SERVICE}/transactions`,
    status,
    { success: false, errorCode, ...more },
    { ...(status < 500 && helpFor(errorCode)), ...headers },
  );

describe('the check of responses against docs/openapi.json', () => {
  it('accepts responses that the document declares', () => {
    expect(checkCreated(CREATED)).toBeNull();
    expect(checkCreated(CREATED, { 'idempotency-replayed': 'true' })).toBeNull();
    expect(checkError(404, 'SERVICE_NOT_FOUND')).toBeNull();
    expect(checkError(401, 'UNAUTHORIZED', {}, { 'www-authenticate': 'Bearer' })).toBeNull();
    expect(checkError(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': '3' })).toBeNull();
    expect(checkError(422, 'VALIDATION_ERROR', { errors: { amount: ['No.'] } })).toBeNull();
  });

  it.each([
    ['a missing member', checkCreated({ success: true, data: { transactionId: CREATED.data.transactionId } })],
    ['an undeclared member', checkCreated({ ...CREATED, data: { ...CREATED.data, secret: 1 } })],
    ['an undeclared member of the envelope', checkCreated({ ...CREATED, more: 1 })],
    ['a body that is not JSON', checkCreated(undefined)],
    ['an undeclared status', checkResponse('POST', `${SERVICE}/transactions`, 201, CREATED)],
    ['an error code of another operation', checkError(404, 'TRANSACTION_NOT_FOUND')],
    ['an error code of another status', checkError(404, 'UNAUTHORIZED')],
    ['an error with a member of another error', checkError(404, 'SERVICE_NOT_FOUND', { message: 'No.' })],
    ['an error without its member', checkError(409, 'IDEMPOTENCY_CONFLICT')],
    [
      'a rejection without a Link header',
      checkResponse('POST', `${SERVICE}/transactions`, 404, { success: false, errorCode: 'SERVICE_NOT_FOUND' }),
    ],
    ['a missing Retry-After', checkError(429, 'TOO_MANY_REQUESTS')],
    ['a Retry-After that is not a number of seconds', checkError(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': 'soon' })],
    ['an undeclared header of the response', checkError(422, 'VALIDATION_ERROR', { errors: {} }, { 'idempotency-replayed': 'true' })],
    [
      'a replay header of an operation without idempotency keys',
      checkResponse('GET', '/ip', 200, { success: true, data: [] }, { 'idempotency-replayed': 'true' }),
    ],
    ['an undeclared path', checkResponse('GET', '/ledger', 200, { success: true, data: [] })],
    ['an undeclared method', checkResponse('DELETE', SERVICE, 200, { success: true, data: {} })],
    [
      'an unknown error code at an undeclared path',
      checkResponse('GET', '/ledger', 404, { success: false, errorCode: 'LEDGER_NOT_FOUND' }),
    ],
    ['an unknown error code on a page for payers', checkResponse('GET', '/pay/1', 404, { success: false, errorCode: 'PAGE_NOT_FOUND' })],
  ])('rejects %s', (_, message) => expect(message).toContain('differs from the OpenAPI document'));

  it('accepts ROUTE_NOT_FOUND at an undeclared path or method', () => {
    expect(checkRejected('GET', '/ledger', 404, 'ROUTE_NOT_FOUND')).toBeNull();
    expect(checkRejected('DELETE', SERVICE, 404, 'ROUTE_NOT_FOUND')).toBeNull();
  });

  it('accepts responses of paths that are not for partners', () => {
    expect(checkResponse('GET', '/healthz', 200, { status: 'ok' })).toBeNull();
    expect(checkResponse('GET', '/pay/1', 404, undefined)).toBeNull();
    expect(checkRejected('POST', '/connectors/sms/inbound', 401, 'UNAUTHORIZED', { 'www-authenticate': 'Bearer' })).toBeNull();
  });
});
