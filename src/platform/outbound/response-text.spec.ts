import { describe, expect, it } from '@jest/globals';
import { STORED_RESPONSE_BYTES, readResponse } from './response-text.js';

describe('what is kept of a response', () => {
  const response = (...chunks: (string | Buffer)[]) =>
    readResponse(
      (async function* () {
        for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
      })(),
    );

  it('is all of a short one', async () => expect(await response('O', 'K')).toEqual({ text: 'OK', truncated: false }));

  it('is 16 KiB of a long one, and the rest is not read', async () => {
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

  it('is all of one of exactly 16 KiB', async () => {
    const text = 'x'.repeat(STORED_RESPONSE_BYTES);
    expect(await response(text)).toEqual({ text, truncated: false });
    expect(await response(text, 'y')).toEqual({ text, truncated: true });
  });

  it('is nothing that PostgreSQL cannot keep', async () => expect(await response('a\0b\0')).toEqual({ text: 'ab', truncated: false }));

  it('is no more than 16 KiB when the bytes are no text', async () => {
    const { text } = await response(Buffer.alloc(STORED_RESPONSE_BYTES, 0xff));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(STORED_RESPONSE_BYTES);
    expect(text.length).toBeGreaterThan(5_000);
    expect(text).toMatch(/^\uFFFD+$/);
  });

  it('ends before a letter of which only a part is within', async () => {
    const most = 'x'.repeat(STORED_RESPONSE_BYTES - 1);
    expect((await response(`${most}żżż`)).text).toBe(most.slice(0, STORED_RESPONSE_BYTES - 3));
    const broken = Buffer.concat([Buffer.from([0xff]), Buffer.from(most)]);
    expect((await response(broken)).text).toBe(`\uFFFD${most.slice(0, STORED_RESPONSE_BYTES - 6)}`);
    const cut = Buffer.concat([Buffer.from([0xff]), Buffer.from(`${most.slice(0, STORED_RESPONSE_BYTES - 7)}ż${most}`)]);
    expect((await response(cut)).text).toBe(`\uFFFD${most.slice(0, STORED_RESPONSE_BYTES - 7)}`);
  });
});
