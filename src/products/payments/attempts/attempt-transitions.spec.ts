import { describe, expect, it } from '@jest/globals';
import { ATTEMPT_TRANSITIONS, LIVE_STATES, FUNDED_STATES } from './attempt-transitions.js';

describe('the states of an attempt', () => {
  it('that came to nothing can still be paid, and those with money go on only with that money', () => {
    for (const state of ATTEMPT_TRANSITIONS.states) {
      const next = ATTEMPT_TRANSITIONS.states.filter((to) => ATTEMPT_TRANSITIONS.allows(state, to));
      if (FUNDED_STATES.includes(state)) expect(next.every((to) => FUNDED_STATES.includes(to))).toBe(true);
      else expect(next).toEqual(expect.arrayContaining(['paid', 'held', 'return_due', 'suspense']));
    }
  });

  it('once abandoned are alive again only with money, or when the channel has authorized it', () => {
    const revived = LIVE_STATES.filter((to) => ATTEMPT_TRANSITIONS.allows('lapsed', to));
    expect(revived.toSorted()).toEqual(['authorized', 'held', 'paid']);
  });
});
