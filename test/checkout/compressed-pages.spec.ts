import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { ONLINE_PAGES } from './support/every-online-page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterAll(() => checkout.close());
beforeEach(() => checkout.online.reset());

interface Sent {
  encoding: string | undefined;
  vary: string | undefined;
  bytes: Buffer;
}

/** The response as it is sent, without decompression. */
function ask(url: string, headers: Record<string, string>, form?: string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(url, { method: form === undefined ? 'GET' : 'POST', headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ encoding: answer.headers['content-encoding'], vary: answer.headers['vary'], bytes: Buffer.concat(parts) }),
      );
    });
    call.on('error', reject).end(form);
  });
}

const plain = async (): Promise<string> => (await ask(checkout.onlineUrl, {})).bytes.toString();

describe('a payer’s page', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('is compressed with %s for browsers that accept it, with the same content', async (encoding, accepted, unpack) => {
    const sent = await ask(checkout.onlineUrl, { 'accept-encoding': accepted });
    const whole = await plain();
    expect([sent.encoding, sent.vary, unpack(sent.bytes).toString()]).toEqual([
      encoding,
      expect.stringContaining('Accept-Encoding'),
      whole,
    ]);
    expect(sent.bytes.length).toBeLessThan(whole.length / 3);
  });

  it.each(['', 'identity', 'br;q=0, gzip;q=0', 'zstd'])('is not compressed for the accepted encodings %j', async (accepted) => {
    const sent = await ask(checkout.onlineUrl, accepted === '' ? {} : { 'accept-encoding': accepted });
    expect([sent.encoding, sent.bytes.toString().startsWith('<!doctype html>')]).toEqual([undefined, true]);
  });

  it('is not compressed in the response to a form, because it repeats the typed values', async () => {
    const headers = { 'accept-encoding': 'br', 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const sent = await ask(`${checkout.onlineUrl}/method`, headers, 'channel=');
    expect([sent.encoding, sent.bytes.toString()]).toEqual([undefined, expect.stringContaining('id="errors"')]);
  });

  it.each(ONLINE_PAGES.filter(({ form }) => !form).map((page) => [page.name, page] as const))(
    'repeats no value of its GET request: %s',
    async (_, { prepare }) => {
      prepare(checkout.online);
      const mark = 'planted-3f2a9c41';
      const headers = {
        referer: `http://${mark}.example/`,
        'user-agent': mark,
        cookie: `x=${mark}`,
        'x-request-id': mark,
        'x-forwarded-host': mark,
      };
      const { bytes } = await ask(`${checkout.onlineUrl}?q=${mark}&lang=${mark}&stay=${mark}&channel=${mark}`, headers);
      expect(bytes.toString()).not.toContain(mark);
    },
  );

  it('has an event stream that is not compressed', async () => {
    checkout.online.setStage('waiting');
    const encoding = await new Promise<string | undefined>((resolve, reject) => {
      const call = httpRequest(
        `${checkout.onlineUrl}/events`,
        { headers: { 'accept-encoding': 'br', accept: 'text/event-stream' } },
        (answer) => {
          resolve(answer.headers['content-encoding']);
          answer.destroy();
        },
      );
      call.on('error', reject).end();
    });
    expect(encoding).toBeUndefined();
  });
});
