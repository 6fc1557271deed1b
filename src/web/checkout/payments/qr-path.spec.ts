import { describe, expect, it } from '@jest/globals';
import { encode } from 'uqr';
import { qrPath } from './qr-path.js';

describe('a QR code as a path', () => {
  it.each(['pix', 'x'.repeat(200)])('covers each dark module once, and no other', (text) => {
    const { size, path } = qrPath(text);
    const drawn = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].flatMap(([, x, y, wide, back]) => {
      expect(back).toBe(wide);
      return Array.from({ length: Number(wide) }, (_, index) => `${Number(x) + index},${y}`);
    });
    const { data } = encode(text, { ecc: 'M', border: 4 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])));
    expect(size).toBe(data.length);
    expect(drawn).toEqual(dark);
    expect(path.replace(/M\d+ \d+h\d+v1h-\d+z/g, '')).toBe('');
  });
});
