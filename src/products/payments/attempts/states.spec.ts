import { describe, expect, it } from '@jest/globals';
import { ATTEMPT_TRANSITIONS, LIVE_STATES, FUNDED_STATES } from './states.js';

describe('an attempt', () => {
  it('can be funded from every state without money, and keeps its money in every state after that', () => {
    for (const state of ATTEMPT_TRANSITIONS.states) {
      const next = ATTEMPT_TRANSITIONS.states.filter((to) => ATTEMPT_TRANSITIONS.allows(state, to));
      if (FUNDED_STATES.includes(state)) expect(next.every((to) => FUNDED_STATES.includes(to))).toBe(true);
      else expect(next).toEqual(expect.arrayContaining(['paid', 'held', 'return_due', 'suspense']));
    }
  });

  it('that was abandoned is live again only when the acquirer authorizes or takes the money', () => {
    const revived = LIVE_STATES.filter((to) => ATTEMPT_TRANSITIONS.allows('lapsed', to));
    expect(revived.toSorted()).toEqual(['authorized', 'held', 'paid']);
  });
});
