import { describe, expect, it } from '@jest/globals';
import { KeyVault } from '../../../platform/partners/keys/key-vault.js';
import type { Environment } from '../../../runtime/config/environment.js';
import { MandateLinks } from './mandate-links.js';

const key = (version: number): string => `${version}:${Buffer.alloc(32, version).toString('base64')}`;
const linksOf = (...encryptionKeys: string[]): MandateLinks =>
  new MandateLinks(new KeyVault({ security: { encryptionKeys } } as Environment));

const ID = '01900000-0000-7000-8000-00000000a0b1';
const OTHER_ID = '01900000-0000-7000-8000-00000000a0b2';
const links = linksOf(key(1));
const signature = links.signatureOf(ID);

describe('the signed link of a subscription', () => {
  it('is valid for that subscription only', () => {
    expect([links.isValidSignature(ID, signature), links.isValidSignature(OTHER_ID, signature)]).toEqual([true, false]);
  });

  it.each([
    ['a changed letter', signature.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['a missing letter', signature.slice(0, -1)],
    ['an extra letter', `${signature}A`],
    ['another key version', signature.replace('1.', '2.')],
    ['no key version', signature.slice(2)],
    ['an empty signature', ''],
    ['the signature of another subscription', links.signatureOf(OTHER_ID)],
    ['the signature of another gateway', linksOf(key(1).replace('1:', '1:AA')).signatureOf(ID)],
  ])('is rejected with %s', (_, altered) => expect(links.isValidSignature(ID, altered)).toBe(false));

  it.each(['', 'x', `${ID}0`, `${ID}/..`])('is rejected for %j, which is no id', (id) =>
    expect(links.isValidSignature(id, signature)).toBe(false),
  );

  it('stays valid after a key rotation while its key is configured, and new links use the new key', () => {
    const rotated = linksOf(key(2), key(1));
    expect([
      rotated.isValidSignature(ID, signature),
      rotated.signatureOf(ID).startsWith('2.'),
      linksOf(key(2)).isValidSignature(ID, signature),
    ]).toEqual([true, true, false]);
    expect(rotated.isValidSignature(ID, rotated.signatureOf(ID))).toBe(true);
  });

  it('is not valid with a fingerprint that the same key makes for another purpose', () => {
    const fingerprint = new KeyVault({ security: { encryptionKeys: [key(1)] } } as Environment).fingerprint('payer', ID, 1);
    expect(links.isValidSignature(ID, `1.${fingerprint.subarray(0, 16).toString('base64url')}`)).toBe(false);
  });
});
