import { describe, expect, it } from '@jest/globals';
import { Passwords } from './passwords.js';

const passwords = new Passwords();

describe('a password', () => {
  it('is stored with its own salt, and verified', async () => {
    const [firstHash, secondHash] = [await passwords.hash('zażółć gęślą jaźń'), await passwords.hash('zażółć gęślą jaźń')];
    expect(firstHash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(firstHash).not.toBe(secondHash);
    // The same text in another Unicode normalization, as another keyboard may send it.
    for (const stored of [firstHash, secondHash]) expect(await passwords.verify(stored, 'zażółć gęślą jaźń'.normalize('NFD'))).toBe(true);
  });

  it('is rejected when it is different, in another case, or the user has none', async () => {
    const stored = await passwords.hash('a correct password');
    for (const wrongPassword of ['a correct passworD', 'a correct password ', ''])
      expect(await passwords.verify(stored, wrongPassword)).toBe(false);
    expect(await passwords.verify(null, 'no password')).toBe(false);
  });

  it('with another scrypt cost is verified, so that the cost can change: the third test vector of RFC 7914', async () => {
    const stored = '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI';
    expect([await passwords.verify(stored, 'pleaseletmein'), await passwords.verify(stored, 'pleaseletmeout')]).toEqual([true, false]);
  });
});
