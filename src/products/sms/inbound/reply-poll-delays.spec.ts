import { describe, expect, it } from '@jest/globals';
import { replyPollDelays } from './reply-poll-delays.js';

describe('the delays between polls for the reply of a repeated message', () => {
  const delays = [...replyPollDelays()];

  it('add up to more than the longest partner call, with fewer than 15 polls', () => {
    expect(delays.reduce((sum, delay) => sum + delay)).toBeGreaterThanOrEqual(12_000);
    expect(delays.length).toBeLessThan(15);
  });

  it('start at 50 ms and double up to 1,600 ms', () => {
    expect(delays.slice(0, 7)).toEqual([50, 100, 200, 400, 800, 1600, 1600]);
  });
});
