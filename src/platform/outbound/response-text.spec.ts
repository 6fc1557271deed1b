import { describe, expect, it } from '@jest/globals';
import { STORED_RESPONSE_BYTES, readResponse } from './response-text.js';

describe('the stored text of a response', () => {
  const response = (...chunks: (string | Buffer)[]) =>
    readResponse(
      (async function* () {
        for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
      })(),
    );

  it('is complete for a short response', async () => expect(await response('O', 'K')).toEqual({ text: 'OK', truncated: false }));

  it('is 16 KiB for a long response, whose rest is not read', async () => {
    let read = 0;
    const endless = (async function* () {
      for (;;) {
        read += 1;
        yield await Promise.resolve(Buffer.alloc(1024, 'x'));
      }
    })();
    expect(await readResponse(endless)).toEqual({ text: 'x'.repeat(STORED_RESPONSE_BYTES), truncated: true });
    expect(read).toBe(17);
  });

  it('is complete for a response of exactly 16 KiB', async () => {
    const text = 'x'.repeat(STORED_RESPONSE_BYTES);
    expect(await response(text)).toEqual({ text, truncated: false });
    expect(await response(text, 'y')).toEqual({ text, truncated: true });
  });

  it('has no NUL characters, which PostgreSQL cannot store', async () =>
    expect(await response('a\0b\0')).toEqual({ text: 'ab', truncated: false }));

  it('has at most 16 KiB when the bytes are not UTF-8', async () => {
    const { text } = await response(Buffer.alloc(STORED_RESPONSE_BYTES, 0xff));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(STORED_RESPONSE_BYTES);
    expect(text.length).toBeGreaterThan(5_000);
    expect(text).toMatch(/^\uFFFD+$/);
  });

  it('ends before a character that would be cut', async () => {
    const prefix = 'x'.repeat(STORED_RESPONSE_BYTES - 1);
    expect((await response(`${prefix}żżż`)).text).toBe(prefix.slice(0, STORED_RESPONSE_BYTES - 3));
    const withInvalidByte = Buffer.concat([Buffer.from([0xff]), Buffer.from(prefix)]);
    expect((await response(withInvalidByte)).text).toBe(`\uFFFD${prefix.slice(0, STORED_RESPONSE_BYTES - 6)}`);
    const cut = Buffer.concat([Buffer.from([0xff]), Buffer.from(`${prefix.slice(0, STORED_RESPONSE_BYTES - 7)}ż${prefix}`)]);
    expect((await response(cut)).text).toBe(`\uFFFD${prefix.slice(0, STORED_RESPONSE_BYTES - 7)}`);
  });
});
