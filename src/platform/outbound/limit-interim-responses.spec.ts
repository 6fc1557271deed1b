import { describe, expect, it } from '@jest/globals';
import { limitInterimResponses } from './limit-interim-responses.js';

describe('interim responses', () => {
  it('are borne up to eight in one request, and no more', () => {
    const seen = limitInterimResponses();
    for (let count = 1; count <= 8; count += 1) expect(seen).not.toThrow();
    expect(seen).toThrow(expect.objectContaining({ code: 'TOO_MANY_INTERIM_RESPONSES', message: 'more than 8 interim responses' }));
  });

  it('are counted for each request by itself', () => {
    const first = limitInterimResponses();
    for (let count = 1; count <= 8; count += 1) first();
    expect(limitInterimResponses()).not.toThrow();
  });
});
