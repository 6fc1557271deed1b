import { describe, expect, it } from '@jest/globals';
import { encode } from 'uqr';
import { barcode, qrCode } from './barcodes.js';

interface Run {
  x: number;
  y: number;
  width: number;
  height: number;
}

const RUN = /M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z/g;

function runsOf(path: string): Run[] {
  expect(path.replace(RUN, '')).toBe('');
  return [...path.matchAll(RUN)].map(([, ...values]) => {
    const [x = 0, y = 0, width = 0, height = 0, backWidth = 0] = values.map(Number);
    expect(backWidth).toBe(width);
    return { x, y, width, height };
  });
}

describe('a QR code as a path', () => {
  it.each(['pix', 'x'.repeat(200)])('covers each dark module once, and no other', (text) => {
    const { width, height, path } = qrCode(text);
    const drawn = runsOf(path).flatMap((run) => Array.from({ length: run.width }, (_, index) => `${run.x + index},${run.y},${run.height}`));
    const { data } = encode(text, { ecc: 'M', border: 4 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y},1`] : [])));
    expect([width, height]).toEqual([data.length, data.length]);
    expect(drawn).toEqual(dark);
  });
});

/** Wide (`w`) and narrow (`n`) elements of "interleaved 2 of 5", by digit. */
const DIGITS = ['nnwwn', 'wnnnw', 'nwnnw', 'wwnnn', 'nnwnw', 'wnwnn', 'nwwnn', 'nnnww', 'wnnwn', 'nwnwn'];

/** Reads the digits like a scanner: only from the widths of bars and gaps. */
function readDigits(runs: readonly Run[]): string {
  const elementOf = (size: number): string => (size === 1 ? 'n' : 'w');
  const bars = runs.map(({ width }) => elementOf(width));
  const gaps = runs.slice(1).map(({ x }, index) => elementOf(x - (runs[index]?.x ?? 0) - (runs[index]?.width ?? 0)));
  // The start pattern has four narrow elements, the stop pattern one wide and two narrow ones.
  expect([bars.slice(0, 2), gaps.slice(0, 2), bars.slice(-2), gaps.slice(-1)]).toEqual([['n', 'n'], ['n', 'n'], ['w', 'n'], ['n']]);
  const splitIntoFives = (elements: readonly string[]): string[] => elements.join('').match(/.{5}/g) ?? [];
  const [odd, even] = [splitIntoFives(bars.slice(2, -2)), splitIntoFives(gaps.slice(2, -1))];
  return odd.map((elements, index) => `${DIGITS.indexOf(elements)}${DIGITS.indexOf(even[index] ?? '')}`).join('');
}

describe('a barcode as a path', () => {
  it.each(['00193373700000001000500940144816060680935031', '0123456789'])('is read as %s, with a quiet zone on both sides', (digits) => {
    const { width, height, path } = barcode(digits);
    const runs = runsOf(path);
    expect(readDigits(runs)).toBe(digits);
    const last = runs.at(-1) ?? { x: 0, width: 0 };
    expect([runs[0]?.x, width - last.x - last.width]).toEqual([10, 10]);
    expect(runs.every((run) => run.y + run.height < height)).toBe(true);
  });
});
