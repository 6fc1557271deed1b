import { describe, expect, it } from '@jest/globals';
import { replyPollDelays } from './reply-poll-delays.js';

describe('polls for an earlier reply', () => {
  const pauses = [...replyPollDelays()];

  it('go on for longer than a partner may take, and are few', () => {
    expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThanOrEqual(12_000);
    expect(pauses.length).toBeLessThan(15);
  });

  it('begin soon and become rarer', () => {
    expect(pauses.slice(0, 7)).toEqual([50, 100, 200, 400, 800, 1600, 1600]);
  });
});
