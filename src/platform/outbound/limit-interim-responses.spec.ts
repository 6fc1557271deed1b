import { describe, expect, it } from '@jest/globals';
import { limitInterimResponses } from './limit-interim-responses.js';

describe('interim responses', () => {
  it('are accepted up to eight per request', () => {
    const onInfo = limitInterimResponses();
    for (let count = 1; count <= 8; count += 1) expect(onInfo).not.toThrow();
    expect(onInfo).toThrow(expect.objectContaining({ code: 'TOO_MANY_INTERIM_RESPONSES', message: 'more than 8 interim responses' }));
  });

  it('are counted separately for each request', () => {
    const first = limitInterimResponses();
    for (let count = 1; count <= 8; count += 1) first();
    expect(limitInterimResponses()).not.toThrow();
  });
});
