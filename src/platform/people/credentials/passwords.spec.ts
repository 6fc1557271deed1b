import { describe, expect, it } from '@jest/globals';
import { Passwords } from './passwords.js';

const passwords = new Passwords();

describe('a password', () => {
  it('is kept with a salt of its own, and recognised', async () => {
    const [one, other] = [await passwords.hash('zażółć gęślą jaźń'), await passwords.hash('zażółć gęślą jaźń')];
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    // The same letters as another keyboard writes them.
    for (const kept of [one, other]) expect(await passwords.verify(kept, 'zażółć gęślą jaźń'.normalize('NFD'))).toBe(true);
  });

  it('is refused when it is another one, in another case, or the user has none', async () => {
    const kept = await passwords.hash('a correct password');
    for (const wrong of ['a correct passworD', 'a correct password ', '']) expect(await passwords.verify(kept, wrong)).toBe(false);
    expect(await passwords.verify(null, 'no password')).toBe(false);
  });

  it('of another cost is recognised, so that the cost can change: the third test vector of RFC 7914', async () => {
    const kept = '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI';
    expect([await passwords.verify(kept, 'pleaseletmein'), await passwords.verify(kept, 'pleaseletmeout')]).toEqual([true, false]);
  });
});
