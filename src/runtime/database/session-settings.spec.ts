import { describe, expect, it } from '@jest/globals';
import { sessionOptions } from './session-settings.js';

describe('the options of a connection', () => {
  it('omit limits that pg sends itself', () => {
    expect(sessionOptions({ statementTimeoutMs: 10_000, lockTimeoutMs: 3_000, idleTransactionTimeoutMs: 30_000 })).toBe('-c jit=off');
  });

  it('contain limits of 0, which pg does not send, so that the settings of the role do not apply', () => {
    expect(sessionOptions({ statementTimeoutMs: 0, lockTimeoutMs: 0, idleTransactionTimeoutMs: 0 })).toBe(
      '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c jit=off',
    );
  });
});
