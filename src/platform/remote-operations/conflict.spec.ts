import { describe, expect, it } from '@jest/globals';
import { isLatestPoll, pollingAfterConflict } from './conflict.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 10, 12, minute));

describe('a poll', () => {
  it.each<[string, Date, Date | null, boolean]>([
    ['is the latest if it began after the last change and after the conflict', at(2), at(1), true],
    ['is the latest if it began after the last change of a row without a conflict', at(2), null, true],
    ['is not the latest if it began before the last change', at(0), null, false],
    ['is not the latest if it began at the time of the last change', at(1), null, false],
    ['is not the latest if it began before the conflict', at(2), at(3), false],
    ['is not the latest if it began at the time of the conflict', at(2), at(2), false],
  ])('%s', (_, polledAt, conflictAt, expected) => expect(isLatestPoll({ updatedAt: at(1), conflictAt }, polledAt)).toBe(expected));
});

it('an update that is not from a poll is not the latest poll', () =>
  expect(isLatestPoll({ updatedAt: at(1), conflictAt: null }, undefined)).toBe(false));

describe('a conflict', () => {
  it('makes a poll due immediately, and the earlier polls do not count', () =>
    expect(pollingAfterConflict(at(3), false)).toEqual({ nextPollAt: at(3), pollCount: 0 }));

  it('ends polling when the latest poll has it', () =>
    expect(pollingAfterConflict(at(3), true)).toEqual({ nextPollAt: null, pollCount: 0 }));
});
