import { describe, expect, it } from '@jest/globals';
import { KEPT_ANSWER_BYTES, readAnswer } from '../../outbound/answer-text.js';
import { judgeAnswer } from './judge-answer.js';

describe('whether an answer acknowledges', () => {
  it.each([
    [200, 'OK', 'acknowledged'],
    [200, ' \r\n\tOK\n ', 'acknowledged'],
    [200, '\ufeffOK', 'acknowledged'],
    [200, 'ok', 'not_acknowledged'],
    [200, 'OK!', 'not_acknowledged'],
    [200, '"OK"', 'not_acknowledged'],
    [200, '', 'not_acknowledged'],
    [201, 'OK', 'not_acknowledged'],
    [204, '', 'not_acknowledged'],
    [302, 'OK', 'not_acknowledged'],
    [410, 'OK', 'gone'],
    [429, 'OK', 'not_acknowledged'],
    [500, 'OK', 'not_acknowledged'],
  ] as const)('%d %p: %s', (status, text, outcome) => expect(judgeAnswer({ status, text, truncated: false })).toBe(outcome));

  it('never when more came than is kept', () => expect(judgeAnswer({ status: 200, text: 'OK', truncated: true })).toBe('not_acknowledged'));
});

describe('what is kept of an answer', () => {
  const answer = (...chunks: (string | Buffer)[]) =>
    readAnswer(
      (async function* () {
        for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
      })(),
    );

  it('is all of a short one', async () => expect(await answer('O', 'K')).toEqual({ text: 'OK', truncated: false }));

  it('is 16 KiB of a long one, and the rest is not read', async () => {
    let read = 0;
    const endless = (async function* () {
      for (;;) {
        read += 1;
        yield await Promise.resolve(Buffer.alloc(1024, 'x'));
      }
    })();
    expect(await readAnswer(endless)).toEqual({ text: 'x'.repeat(KEPT_ANSWER_BYTES), truncated: true });
    expect(read).toBe(17);
  });

  it('fits PostgreSQL and the limit whatever the bytes are', async () => {
    expect(await answer('a\0b')).toEqual({ text: 'ab', truncated: false });
    const { text } = await answer(Buffer.alloc(KEPT_ANSWER_BYTES, 0xff));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(KEPT_ANSWER_BYTES);
    const cut = await answer(Buffer.concat([Buffer.alloc(KEPT_ANSWER_BYTES - 1, 'x'), Buffer.from('żżż')]));
    expect(Buffer.byteLength(cut.text)).toBeLessThanOrEqual(KEPT_ANSWER_BYTES);
  });
});
