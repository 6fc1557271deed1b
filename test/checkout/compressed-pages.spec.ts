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

interface RawResponse {
  encoding: string | undefined;
  vary: string | undefined;
  bytes: Buffer;
}

/** Fetches a response without decompressing its body. */
function fetchRaw(url: string, headers: Record<string, string>, form?: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: form === undefined ? 'GET' : 'POST', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ encoding: response.headers['content-encoding'], vary: response.headers['vary'], bytes: Buffer.concat(parts) }),
      );
    });
    request.on('error', reject).end(form);
  });
}

const fetchUncompressed = async (): Promise<string> => (await fetchRaw(checkout.onlineUrl, {})).bytes.toString();

describe('a payer’s page', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('is compressed with %s for browsers that accept it, with the same content', async (encoding, accepted, decompress) => {
    const response = await fetchRaw(checkout.onlineUrl, { 'accept-encoding': accepted });
    const uncompressed = await fetchUncompressed();
    expect([response.encoding, response.vary, decompress(response.bytes).toString()]).toEqual([
      encoding,
      expect.stringContaining('Accept-Encoding'),
      uncompressed,
    ]);
    expect(response.bytes.length).toBeLessThan(uncompressed.length / 3);
  });

  it.each(['', 'identity', 'br;q=0, gzip;q=0', 'zstd'])('is not compressed for the accepted encodings %j', async (accepted) => {
    const response = await fetchRaw(checkout.onlineUrl, accepted === '' ? {} : { 'accept-encoding': accepted });
    expect([response.encoding, response.bytes.toString().startsWith('<!doctype html>')]).toEqual([undefined, true]);
  });

  it('is not compressed in the response to a form, because such a response repeats the typed values', async () => {
    const headers = { 'accept-encoding': 'br', 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const response = await fetchRaw(`${checkout.onlineUrl}/method`, headers, 'channel=');
    expect([response.encoding, response.bytes.toString()]).toEqual([undefined, expect.stringContaining('id="errors"')]);
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
      const { bytes } = await fetchRaw(`${checkout.onlineUrl}?q=${mark}&lang=${mark}&stay=${mark}&channel=${mark}`, headers);
      expect(bytes.toString()).not.toContain(mark);
    },
  );

  it('has an event stream that is not compressed', async () => {
    checkout.online.setStage('waiting');
    const encoding = await new Promise<string | undefined>((resolve, reject) => {
      const request = httpRequest(
        `${checkout.onlineUrl}/events`,
        { headers: { 'accept-encoding': 'br', accept: 'text/event-stream' } },
        (response) => {
          resolve(response.headers['content-encoding']);
          response.destroy();
        },
      );
      request.on('error', reject).end();
    });
    expect(encoding).toBeUndefined();
  });
});
