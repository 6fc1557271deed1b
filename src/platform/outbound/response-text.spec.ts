import { describe, expect, it } from '@jest/globals';
import { STORED_RESPONSE_BYTES, readResponse } from './response-text.js';

describe('the stored text of a response', () => {
  const readChunks = (...chunks: (string | Buffer)[]) =>
    readResponse(
      (async function* () {
        for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
      })(),
    );

  it('is complete for a short response', async () => expect(await readChunks('O', 'K')).toEqual({ text: 'OK', truncated: false }));

  it('is 16 KiB for a long response, whose rest is not read', async () => {
    let chunksRead = 0;
    const endless = (async function* () {
      for (;;) {
        chunksRead += 1;
        yield await Promise.resolve(Buffer.alloc(1024, 'x'));
      }
    })();
    expect(await readResponse(endless)).toEqual({ text: 'x'.repeat(STORED_RESPONSE_BYTES), truncated: true });
    expect(chunksRead).toBe(17);
  });

  it('is complete for a response of exactly 16 KiB', async () => {
    const text = 'x'.repeat(STORED_RESPONSE_BYTES);
    expect(await readChunks(text)).toEqual({ text, truncated: false });
    expect(await readChunks(text, 'y')).toEqual({ text, truncated: true });
  });

  it('has no NUL characters, which PostgreSQL cannot store', async () =>
    expect(await readChunks('a\0b\0')).toEqual({ text: 'ab', truncated: false }));

  it('has at most 16 KiB when the bytes are not UTF-8', async () => {
    const { text } = await readChunks(Buffer.alloc(STORED_RESPONSE_BYTES, 0xff));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(STORED_RESPONSE_BYTES);
    expect(text.length).toBeGreaterThan(5_000); // each invalid byte has become U+FFFD, which has three bytes
    expect(text).toMatch(/^\uFFFD+$/);
  });

  // A text that has become longer than 16 KiB ends three bytes earlier: a character that is cut would become U+FFFD, which has three bytes.
  it('ends before a character that would be cut', async () => {
    const prefix = 'x'.repeat(STORED_RESPONSE_BYTES - 1);
    expect((await readChunks(`${prefix}żżż`)).text).toBe(prefix.slice(0, STORED_RESPONSE_BYTES - 3));
    const withInvalidByte = Buffer.concat([Buffer.from([0xff]), Buffer.from(prefix)]);
    expect((await readChunks(withInvalidByte)).text).toBe(`\uFFFD${prefix.slice(0, STORED_RESPONSE_BYTES - 6)}`);
    const withWholeCharacter = Buffer.concat([Buffer.from([0xff]), Buffer.from(`${prefix.slice(0, STORED_RESPONSE_BYTES - 7)}ż${prefix}`)]);
    expect((await readChunks(withWholeCharacter)).text).toBe(`\uFFFD${prefix.slice(0, STORED_RESPONSE_BYTES - 7)}`);
  });
});
