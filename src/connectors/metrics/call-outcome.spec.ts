import { describe, expect, it } from '@jest/globals';
import { callOutcome } from './call-outcome.js';

describe('what came of a call to an operator or acquirer', () => {
  it.each([
    ['sent', null, 'ok'],
    ['booked', null, 'ok'],
    ['not_found', 'error', 'ok'], // a 404 that the party means
    ['refused', null, 'declined'],
    ['wrong_code', null, 'declined'],
    ['rejected', 'error', 'declined'], // a 400 that the party means
    ['pending', null, 'pending'],
    ['pending', 'timeout', 'timeout'],
    ['pending', 'malformed', 'malformed'],
    ['unknown', null, 'malformed'],
    ['unknown', 'interrupted', 'interrupted'],
    ['unavailable', 'unreachable', 'unreachable'],
    ['unavailable', 'error', 'error'],
    ['not_sent', null, 'unreachable'],
    ['not_sent', 'unreachable', 'unreachable'],
  ] as const)('%s with %s is %s', (reported, trouble, outcome) => expect(callOutcome(reported, trouble)).toBe(outcome));
});
