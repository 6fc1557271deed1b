import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { rewriteResponses } from '../../src/compatibility/rewrite-responses.js';
import type { LookUpFactsService } from '../../src/compatibility/facts/look-up-facts.service.js';
import { createLogger } from '../../src/runtime/logging/logger.js';
import { olderRequest } from './support/older-request.js';

const CODE_CHECK_RESPONSE = { success: true, data: { used: false, code: 'A1B2C3', value: 0.5 } };
const OLDER_HEADERS = { 'X-SIM-LANG': 'en' };

let server: Server;
let log = '';
afterEach(() => void server.close());

const NET_TRANSACTION = { id: 't', status: 'transaction_db_new', phoneNumber: null, value: 12.3, value_netto: 10, operator: null };

/**
 * Starts an app with only `rewriteResponses`. Its two routes, a code check and a transaction, send the response of `respond`.
 * @returns the URL
 */
async function startApp(findFacts: LookUpFactsService['findFacts'], respond: (response: Response) => unknown): Promise<string> {
  log = '';
  const app = express();
  const logger = createLogger('info', { write: (line: string) => void (log += line) });
  app.use(rewriteResponses({ findFacts } as LookUpFactsService, logger));
  app.post('/sms/:serviceId', (_request: Request, response: Response) => void respond(response));
  app.get('/directbilling/:serviceId/transactions/:transactionId', (_request: Request, response: Response) => void respond(response));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('rewriteResponses', () => {
  it('sends the response without facts that cannot be looked up, because the request already had its effect', async () => {
    const url = await startApp(
      () => Promise.reject(new Error('no database')),
      (response) => response.json(CODE_CHECK_RESPONSE),
    );
    const { status, body } = await olderRequest(url, 'POST', '/sms/1', { headers: OLDER_HEADERS });
    expect([status, body]).toEqual([200, CODE_CHECK_RESPONSE]);
    expect(log).toContain('the response is sent without them');
  });

  it.each<[string, LookUpFactsService['findFacts'], object]>([
    ['adds a value', () => Promise.resolve({ created: { value: 10, type: 'Net' } }), { value_created: 10, value_created_type: 'Net' }],
    ['adds no value when there is none', () => Promise.resolve({}), {}],
    ['adds no value when it cannot be looked up', () => Promise.reject(new Error('no database')), {}],
  ])('%s', async (_, of, created) => {
    const url = await startApp(of, (response) => response.json({ success: true, data: NET_TRANSACTION }));
    const { body } = await olderRequest(url, 'GET', '/directbilling/1/transactions/t', { headers: OLDER_HEADERS });
    expect(body.data).toEqual({ ...NET_TRANSACTION, value_net: 10, score: null, phone_number: null, ...created });
  });

  it('sends the strict response when its body cannot be parsed', async () => {
    const url = await startApp(
      () => Promise.resolve({}),
      (response) => response.type('json').send('{"success":true,'),
    );
    expect(await fetch(`${url}/sms/1`, { method: 'POST', headers: OLDER_HEADERS }).then((response) => response.text())).toBe(
      '{"success":true,',
    );
    expect(log).toContain('the strict response is sent');
  });

  it.each<[string, (response: Response) => unknown, string]>([
    ['a response without a body', (response) => response.status(204).end(), ''],
    ['a text', (response) => response.type('text').send('OK'), 'OK'],
    ['a list', (response) => response.json([1.5]), '[1.5]'],
    [
      'a response that is written in parts',
      (response) => void (response.type('json').write('{"success":false,'), response.end('"errorCode":"X"}')),
      '{"success":false,"errorCode":"X"}',
    ],
  ])('does not change %s', async (_, respond, text) => {
    const url = await startApp(() => Promise.resolve({}), respond);
    expect(await fetch(`${url}/sms/1`, { method: 'POST', headers: OLDER_HEADERS }).then((response) => response.text())).toBe(text);
  });

  it('rewrites a stored response, too', async () => {
    const url = await startApp(
      () => Promise.resolve({ message: { id: 7, send_at: 'then' } }),
      (response) => {
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        response.end(JSON.stringify(CODE_CHECK_RESPONSE));
      },
    );
    const { body } = await olderRequest(url, 'POST', '/sms/1', { headers: OLDER_HEADERS });
    expect(body.data).toEqual({ ...CODE_CHECK_RESPONSE.data, id: 7, send_at: 'then' });
  });

  it('looks up no facts for a current client', async () => {
    let lookupCount = 0;
    const url = await startApp(
      () => Promise.resolve({ ...(lookupCount++ && {}) }),
      (response) => response.json(CODE_CHECK_RESPONSE),
    );
    expect((await olderRequest(url, 'POST', '/sms/1')).text).toBe(JSON.stringify(CODE_CHECK_RESPONSE));
    expect(lookupCount).toBe(0);
  });
});
