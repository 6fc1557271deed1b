import { describe, expect, it } from '@jest/globals';
import type { Environment } from '../../../runtime/config/environment.js';
import { KeyVault, type SecretOwner } from './key-vault.js';

const BYTES = Buffer.alloc(32, 7).toString('base64');
const createVault = (...encryptionKeys: string[]): KeyVault => new KeyVault({ security: { encryptionKeys } } as Environment);

const OWNER: SecretOwner = { id: '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c', serviceId: '0f3a9c21', purpose: 'ipn' };

describe('an encrypted key', () => {
  const vault = createVault(`1:${BYTES}`, `2:${BYTES}`);
  const encrypted = vault.encrypt('secret', OWNER);

  it('is decrypted for its owner', () => expect(vault.decrypt(encrypted, OWNER)).toBe('secret'));

  it.each<[string, Partial<SecretOwner>]>([
    ['in another row', { id: '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3d' }],
    ['for another service', { serviceId: '0f3a9c22' }],
    ['for another purpose', { purpose: 'webhook' }],
    ['when service id and purpose have another boundary', { serviceId: '0f3a9c2', purpose: '1ipn' }],
  ])('is not decrypted %s', (_, change) => expect(() => vault.decrypt(encrypted, { ...OWNER, ...change })).toThrow());

  it('is not decrypted with another key version, even when both versions have the same key', () =>
    expect(() => vault.decrypt({ ...encrypted, encryptionKeyVersion: 2 }, OWNER)).toThrow(/authenticate/));

  it('is not decrypted when a bit of the ciphertext has changed', () => {
    const ciphertext = Buffer.from(encrypted.ciphertext);
    ciphertext[12] = (ciphertext[12] ?? 0) ^ 1;
    expect(() => vault.decrypt({ ...encrypted, ciphertext }, OWNER)).toThrow(/authenticate/);
  });
});
