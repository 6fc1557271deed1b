import { describe, expect, it } from '@jest/globals';
import { defineTransitions, InvalidTransitionError } from './transitions.js';

const PARCEL = { packed: ['sent', 'lost'], sent: ['delivered', 'lost'], delivered: [], lost: ['delivered'] } as const;

describe('a transition table', () => {
  const parcel = defineTransitions<keyof typeof PARCEL>(PARCEL);

  it('starts with its first state and lists all states', () => {
    expect(parcel.initial).toBe('packed');
    expect(parcel.states).toEqual(['packed', 'sent', 'delivered', 'lost']);
    expect(parcel.states.filter((state) => parcel.isFinal(state))).toEqual(['delivered']);
  });

  it('allows exactly the listed transitions', () => {
    for (const from of parcel.states) {
      for (const to of parcel.states) {
        const listed = (PARCEL[from] as readonly string[]).includes(to);
        expect(parcel.allows(from, to)).toBe(listed);
        if (listed) expect(() => parcel.assert(from, to)).not.toThrow();
        else expect(() => parcel.assert(from, to)).toThrow(new InvalidTransitionError(from, to));
      }
    }
  });

  it('rejects transitions from or to an unknown state, whatever its name', () => {
    for (const unknown of ['shelved', 'constructor', '__proto__', '']) {
      expect(() => parcel.assert(unknown as 'packed', 'sent')).toThrow(InvalidTransitionError);
      expect(() => parcel.assert('packed', unknown as 'sent')).toThrow(InvalidTransitionError);
    }
  });

  it('is rejected when a target is not a state', () => {
    expect(() => defineTransitions<string>({ a: ['b', 'c'], b: [] })).toThrow('c is a target but not a state');
    expect(() => defineTransitions<string>({ a: ['toString'] })).toThrow('toString is a target but not a state');
  });

  it('is rejected when a state cannot be reached', () => {
    expect(() => defineTransitions<string>({ a: ['b'], b: [], c: ['a'] })).toThrow('c cannot be reached from a');
    expect(() => defineTransitions<string>({ a: [], b: ['c'], c: ['b'] })).toThrow('b cannot be reached from a');
  });

  it('is rejected when it is empty', () => {
    expect(() => defineTransitions({})).toThrow('at least one state');
  });
});
