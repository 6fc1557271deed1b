import { describe, expect, it } from '@jest/globals';
import type { Environment } from '../../../runtime/config/environment.js';
import { KeyVault, type SecretOwner } from './key-vault.js';

const BYTES = Buffer.alloc(32, 7).toString('base64');
const vaultOf = (...encryptionKeys: string[]): KeyVault => new KeyVault({ security: { encryptionKeys } } as Environment);

const OWNER: SecretOwner = { id: '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c', serviceId: '0f3a9c21', purpose: 'ipn' };

describe('a sealed key', () => {
  const vault = vaultOf(`1:${BYTES}`, `2:${BYTES}`);
  const sealed = vault.encrypt('secret', OWNER);

  it('opens for what it was sealed for', () => expect(vault.decrypt(sealed, OWNER)).toBe('secret'));

  it.each<[string, Partial<SecretOwner>]>([
    ['in another row', { id: '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3d' }],
    ['for another service', { serviceId: '0f3a9c22' }],
    ['for another purpose', { purpose: 'webhook' }],
    ['when the parts are divided otherwise', { serviceId: '0f3a9c2', purpose: '1ipn' }],
  ])('does not open %s', (_, change) => expect(() => vault.decrypt(sealed, { ...OWNER, ...change })).toThrow());

  it('does not open under another version, be its key the same', () =>
    expect(() => vault.decrypt({ ...sealed, encryptionKeyVersion: 2 }, OWNER)).toThrow(/authenticate/));

  it('does not open when a bit of it has changed', () => {
    const ciphertext = Buffer.from(sealed.ciphertext);
    ciphertext[12] = (ciphertext[12] ?? 0) ^ 1;
    expect(() => vault.decrypt({ ...sealed, ciphertext }, OWNER)).toThrow(/authenticate/);
  });
});
