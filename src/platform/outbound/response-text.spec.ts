import { describe, expect, it } from '@jest/globals';
import { KEPT_RESPONSE_BYTES, readResponse } from './response-text.js';

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
    expect(await readResponse(endless)).toEqual({ text: 'x'.repeat(KEPT_RESPONSE_BYTES), truncated: true });
    expect(read).toBe(17);
  });

  it('fits PostgreSQL and the limit whatever the bytes are', async () => {
    expect(await response('a\0b')).toEqual({ text: 'ab', truncated: false });
    const { text } = await response(Buffer.alloc(KEPT_RESPONSE_BYTES, 0xff));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(KEPT_RESPONSE_BYTES);
    const cut = await response(Buffer.concat([Buffer.alloc(KEPT_RESPONSE_BYTES - 1, 'x'), Buffer.from('żżż')]));
    expect(Buffer.byteLength(cut.text)).toBeLessThanOrEqual(KEPT_RESPONSE_BYTES);
  });
});
