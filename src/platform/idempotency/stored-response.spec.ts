import { describe, expect, it } from '@jest/globals';
import { isStorableStatus } from './stored-response.js';

describe('a response to a request with an Idempotency-Key', () => {
  it.each([200, 400, 404, 409, 499])('is stored with the status %d', (status) => expect(isStorableStatus(status)).toBe(true));
  it.each([401, 403, 413, 415, 422, 429, 500, 503])('is not stored with the status %d', (status) =>
    expect(isStorableStatus(status)).toBe(false),
  );
});
