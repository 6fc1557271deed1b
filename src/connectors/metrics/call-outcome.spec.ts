import { describe, expect, it } from '@jest/globals';
import { callOutcome } from './call-outcome.js';

describe('the metric’s outcome of a call to an operator or acquirer', () => {
  it.each([
    ['sent', null, 'ok'],
    ['booked', null, 'ok'],
    ['not_found', 'error', 'ok'], // a 404 that the provider sends on purpose
    ['refused', null, 'declined'],
    ['wrong_code', null, 'declined'],
    ['rejected', 'error', 'declined'], // a 400 that the provider sends on purpose
    ['pending', null, 'pending'],
    ['pending', 'timeout', 'timeout'],
    ['pending', 'malformed', 'malformed'],
    ['unknown', null, 'malformed'],
    ['unknown', 'interrupted', 'interrupted'],
    ['unavailable', 'unreachable', 'unreachable'],
    ['unavailable', 'error', 'error'],
    ['not_sent', null, 'unreachable'],
    ['not_sent', 'unreachable', 'unreachable'],
  ] as const)('for the connector’s outcome %s with the failure %s is %s', (connectorOutcome, failure, outcome) =>
    expect(callOutcome(connectorOutcome, failure)).toBe(outcome),
  );
});
