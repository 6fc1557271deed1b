import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';

describe('the log', () => {
  it.each(['authorization', 'x-sim-password', 'password', 'token', 'headers'])('never shows a member named %s', (name) => {
    let output = '';
    createLogger('info', { write: (line: string) => void (output += line) }).info({ request: { [name]: 'a-secret', other: 'shown' } });
    expect(output).toContain('shown');
    expect(output).not.toContain('a-secret');
  });
});
