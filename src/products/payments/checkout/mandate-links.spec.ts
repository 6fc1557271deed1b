import { describe, expect, it } from '@jest/globals';
import { KeyVault } from '../../../platform/partners/keys/key-vault.js';
import type { Environment } from '../../../runtime/config/environment.js';
import { MandateLinks } from './mandate-links.js';

const key = (version: number): string => `${version}:${Buffer.alloc(32, version).toString('base64')}`;
const linksOf = (...encryptionKeys: string[]): MandateLinks =>
  new MandateLinks(new KeyVault({ security: { encryptionKeys } } as Environment));

const ID = '01900000-0000-7000-8000-00000000a0b1';
const OTHER = '01900000-0000-7000-8000-00000000a0b2';
const links = linksOf(key(1));
const signature = links.signatureOf(ID);

describe('the link to what a payer agreed to', () => {
  it('is good for that alone', () => {
    expect([links.isSigned(ID, signature), links.isSigned(OTHER, signature)]).toEqual([true, false]);
  });

  it.each([
    ['another letter', signature.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['a letter less', signature.slice(0, -1)],
    ['a letter more', `${signature}A`],
    ['another version', signature.replace('1.', '2.')],
    ['no version', signature.slice(2)],
    ['nothing', ''],
    ['that of another', links.signatureOf(OTHER)],
    ['another gateway’s', linksOf(key(1).replace('1:', '1:AA')).signatureOf(ID)],
  ])('is refused with %s', (_, altered) => expect(links.isSigned(ID, altered)).toBe(false));

  it.each(['', 'x', `${ID}0`, `${ID}/..`])('is refused of %j, which is no id', (id) => expect(links.isSigned(id, signature)).toBe(false));

  it('works on after a rotation, while the key that it was made with is kept; new ones are made with the new key', () => {
    const rotated = linksOf(key(2), key(1));
    expect([rotated.isSigned(ID, signature), rotated.signatureOf(ID).startsWith('2.'), linksOf(key(2)).isSigned(ID, signature)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(rotated.isSigned(ID, rotated.signatureOf(ID))).toBe(true);
  });

  it('is made of nothing else that the same key makes', () => {
    const made = new KeyVault({ security: { encryptionKeys: [key(1)] } } as Environment).fingerprint('payer', ID, 1);
    expect(links.isSigned(ID, `1.${made.subarray(0, 16).toString('base64url')}`)).toBe(false);
  });
});
