import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { rewriteResponses } from '../../src/compatibility/rewrite-responses.js';
import type { LookUpFactsService } from '../../src/compatibility/facts/look-up-facts.service.js';
import { createLogger } from '../../src/runtime/logging/logger.js';
import { olderRequest } from './support/older-request.js';

const CHECKED = { success: true, data: { used: false, code: 'A1B2C3', value: 0.5 } };
const OLDER = { 'X-SIM-LANG': 'en' };

let server: Server;
let logged = '';
afterEach(() => void server.close());

const NET = { id: 't', status: 'transaction_db_new', phoneNumber: null, value: 12.3, value_netto: 10, operator: null };

/** An app with only `rewriteResponses`. Two routes, a code check and a transaction, send the response that the test chooses. */
async function edge(of: LookUpFactsService['of'], answer: (response: Response) => unknown): Promise<string> {
  logged = '';
  const app = express();
  const log = createLogger('info', { write: (line: string) => void (logged += line) });
  app.use(rewriteResponses({ of } as LookUpFactsService, log));
  app.post('/sms/:serviceId', (_request: Request, response: Response) => void answer(response));
  app.get('/directbilling/:serviceId/transactions/:transactionId', (_request: Request, response: Response) => void answer(response));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('rewriteResponses', () => {
  it('sends the response without facts that cannot be looked up, because the request already had its effect', async () => {
    const url = await edge(
      () => Promise.reject(new Error('no database')),
      (response) => response.json(CHECKED),
    );
    const { status, body } = await olderRequest(url, 'POST', '/sms/1', { headers: OLDER });
    expect([status, body]).toEqual([200, CHECKED]);
    expect(logged).toContain('the response is sent without them');
  });

  it.each<[string, LookUpFactsService['of'], object]>([
    ['adds a value', () => Promise.resolve({ created: { value: 10, type: 'Net' } }), { value_created: 10, value_created_type: 'Net' }],
    ['adds no value when there is none', () => Promise.resolve({}), {}],
    ['adds no value when it cannot be looked up', () => Promise.reject(new Error('no database')), {}],
  ])('%s', async (_, of, created) => {
    const url = await edge(of, (response) => response.json({ success: true, data: NET }));
    const { body } = await olderRequest(url, 'GET', '/directbilling/1/transactions/t', { headers: OLDER });
    expect(body.data).toEqual({ ...NET, value_net: 10, score: null, phone_number: null, ...created });
  });

  it('sends the strict response when its body cannot be parsed', async () => {
    const url = await edge(
      () => Promise.resolve({}),
      (response) => response.type('json').send('{"success":true,'),
    );
    expect(await fetch(`${url}/sms/1`, { method: 'POST', headers: OLDER }).then((answer) => answer.text())).toBe('{"success":true,');
    expect(logged).toContain('it is sent strict');
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
  ])('does not change %s', async (_, answer, text) => {
    const url = await edge(() => Promise.resolve({}), answer);
    expect(await fetch(`${url}/sms/1`, { method: 'POST', headers: OLDER }).then((got) => got.text())).toBe(text);
  });

  it('rewrites a stored response, too', async () => {
    const url = await edge(
      () => Promise.resolve({ message: { id: 7, send_at: 'then' } }),
      (response) => {
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        response.end(JSON.stringify(CHECKED));
      },
    );
    const { body } = await olderRequest(url, 'POST', '/sms/1', { headers: OLDER });
    expect(body.data).toEqual({ ...CHECKED.data, id: 7, send_at: 'then' });
  });

  it('looks up nothing for a current client', async () => {
    let lookUps = 0;
    const url = await edge(
      () => Promise.resolve({ ...(lookUps++ && {}) }),
      (response) => response.json(CHECKED),
    );
    expect((await olderRequest(url, 'POST', '/sms/1')).text).toBe(JSON.stringify(CHECKED));
    expect(lookUps).toBe(0);
  });
});
