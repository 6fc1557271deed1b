import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';

describe('the log', () => {
  it.each(['authorization', 'x-sim-password', 'password', 'token', 'headers'])('never shows a member named %s', (name) => {
    let written = '';
    createLogger('info', { write: (line: string) => void (written += line) }).info({ request: { [name]: 'a-secret', other: 'shown' } });
    expect(written).toContain('shown');
    expect(written).not.toContain('a-secret');
  });
});
