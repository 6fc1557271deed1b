import { describe, expect, it } from '@jest/globals';
import { sessionOptions } from './session-settings.js';

describe('options of a connection', () => {
  it('leave limits to what pg sends by itself', () => {
    expect(sessionOptions({ statementTimeoutMs: 10_000, lockTimeoutMs: 3_000, idleTransactionTimeoutMs: 30_000 })).toBe('-c jit=off');
  });

  it('name limits of 0, which pg does not send and a role may have otherwise', () => {
    expect(sessionOptions({ statementTimeoutMs: 0, lockTimeoutMs: 0, idleTransactionTimeoutMs: 0 })).toBe(
      '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c jit=off',
    );
  });
});
