import { describe, expect, it } from '@jest/globals';
import { type FingerprintedRequest, fingerprintOf } from './fingerprint.js';

const REQUEST = { method: 'POST', route: { path: '/sms/:serviceId' }, params: { serviceId: '5f2c9a1b' }, bodyBytes: Buffer.from('{}') };
const fingerprintHex = (request: Partial<FingerprintedRequest>): string => fingerprintOf({ ...REQUEST, ...request }).toString('hex');

describe('the fingerprint of a request', () => {
  it('differs for another method, route, parameter or body', () => {
    const fingerprints = [
      {},
      { method: 'DELETE' },
      { route: { path: '/directbilling/:serviceId' } },
      { params: { serviceId: '5f2c9a1c' } },
      { bodyBytes: Buffer.from('{ }') },
      { bodyBytes: Buffer.alloc(0) },
    ].map(fingerprintHex);
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });

  it('does not depend on the name of a path parameter, and distinguishes a slash in a parameter from a separator', () => {
    expect(fingerprintHex({ route: { path: '/sms/:id' }, params: { id: '5f2c9a1b' } })).toBe(fingerprintHex({}));
    const split = { route: { path: '/a/:b/:c' }, params: { b: 'x', c: 'y' } };
    expect(fingerprintHex({ route: { path: '/a/:b' }, params: { b: 'x/y' } })).not.toBe(fingerprintHex(split));
  });

  it('throws an error when the body was not read', () => {
    const { method, route, params } = REQUEST;
    expect(() => fingerprintOf({ method, route, params })).toThrow('was not read');
  });
});
