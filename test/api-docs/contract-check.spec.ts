import { describe, expect, it } from '@jest/globals';
import { checkAgainstContract } from '../support/contract-check.js';

const SERVICE = '/directbilling/5f2c9a1b';
const CREATED = { success: true, data: { transactionId: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30', redirectUrl: 'https://pay.example/pay' } };

/** The check's word on an answer: nothing, or what is wrong. */
function verdict(method: string, path: string, status: number, body: unknown, headers: Record<string, string> = {}): string | null {
  const text = body === undefined ? '' : JSON.stringify(body);
  try {
    checkAgainstContract(method, path, { status, body, text, headers: new Headers({ 'x-request-id': 'id', ...headers }) });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
const created = (body: unknown, headers?: Record<string, string>): string | null =>
  verdict('POST', `${SERVICE}/transactions`, 200, body, headers);
/** With the help that every refusal has. */
const refused = (method: string, path: string, status: number, errorCode: string, headers: Record<string, string> = {}): string | null =>
  verdict(method, path, status, { success: false, errorCode }, { ...helpFor(errorCode), ...headers });
const helpFor = (errorCode: string) => ({ link: `<https://pay.example/docs/errors#${errorCode}>; rel="help"` });
const error = (status: number, errorCode: string, more: object = {}, headers: Record<string, string> = {}): string | null =>
  verdict(
    'POST',
    `${SERVICE}/transactions`,
    status,
    { success: false, errorCode, ...more },
    { ...(status < 500 && helpFor(errorCode)), ...headers },
  );

describe('the check of answers against docs/openapi.json', () => {
  it('lets pass what the document says', () => {
    expect(created(CREATED)).toBeNull();
    expect(created(CREATED, { 'idempotency-replayed': 'true' })).toBeNull();
    expect(error(404, 'SERVICE_NOT_FOUND')).toBeNull();
    expect(error(401, 'UNAUTHORIZED', {}, { 'www-authenticate': 'Bearer' })).toBeNull();
    expect(error(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': '3' })).toBeNull();
    expect(error(422, 'VALIDATION_ERROR', { errors: { amount: ['No.'] } })).toBeNull();
  });

  it.each([
    ['a missing member', created({ success: true, data: { transactionId: CREATED.data.transactionId } })],
    ['a member it does not name', created({ ...CREATED, data: { ...CREATED.data, secret: 1 } })],
    ['a member of the envelope it does not name', created({ ...CREATED, more: 1 })],
    ['a text where it says JSON', created(undefined)],
    ['a status it does not list', verdict('POST', `${SERVICE}/transactions`, 201, CREATED)],
    ['an error code of another operation', error(404, 'TRANSACTION_NOT_FOUND')],
    ['an error code of another status', error(404, 'UNAUTHORIZED')],
    ['an error with a member of another', error(404, 'SERVICE_NOT_FOUND', { message: 'No.' })],
    ['an error without its member', error(409, 'IDEMPOTENCY_CONFLICT')],
    [
      'a refusal that leads to no page',
      verdict('POST', `${SERVICE}/transactions`, 404, { success: false, errorCode: 'SERVICE_NOT_FOUND' }),
    ],
    ['a missing Retry-After', error(429, 'TOO_MANY_REQUESTS')],
    ['a Retry-After that is no number of seconds', error(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': 'soon' })],
    ['a header that it does not declare there', error(422, 'VALIDATION_ERROR', { errors: {} }, { 'idempotency-replayed': 'true' })],
    ['a replay of what takes no key', verdict('GET', '/ip', 200, { success: true, data: [] }, { 'idempotency-replayed': 'true' })],
    ['an operation it does not have', verdict('GET', '/ledger', 200, { success: true, data: [] })],
    ['a method it does not have', verdict('DELETE', SERVICE, 200, { success: true, data: {} })],
    [
      'an unknown kind of error where it has no operation',
      verdict('GET', '/ledger', 404, { success: false, errorCode: 'LEDGER_NOT_FOUND' }),
    ],
    ['an unknown kind of error on a page', verdict('GET', '/pay/1', 404, { success: false, errorCode: 'PAGE_NOT_FOUND' })],
  ])('stops at %s', (_, message) => expect(message).toContain('not what the OpenAPI document says'));

  it('knows that a path which leads nowhere answers an error', () => {
    expect(refused('GET', '/ledger', 404, 'ROUTE_NOT_FOUND')).toBeNull();
    expect(refused('DELETE', SERVICE, 404, 'ROUTE_NOT_FOUND')).toBeNull();
  });

  it('leaves alone what is not for partners, but for errors', () => {
    expect(verdict('GET', '/healthz', 200, { status: 'ok' })).toBeNull();
    expect(verdict('GET', '/pay/1', 404, undefined)).toBeNull();
    expect(refused('POST', '/connectors/sms/inbound', 401, 'UNAUTHORIZED', { 'www-authenticate': 'Bearer' })).toBeNull();
  });
});
