import { describe, expect, it } from '@jest/globals';
import { parseUrl } from './parse-url.js';

describe('an absolute URL', () => {
  it.each(['https://müller.example/sklep', 'https://żółw.example/?q=ó'])('%s is parsed, also after many other URLs', (text) => {
    for (let count = 0; count < 200_000; count += 1) parseUrl(`https://shop.example/${count}`);
    expect(parseUrl(text)?.hostname).toMatch(/^xn--/);
  });

  it('is rejected when it has no scheme or no host', () => {
    expect(['shop.example', '/path', '', 'https://', 'https://a b'].map(parseUrl)).toEqual([null, null, null, null, null]);
  });
});
