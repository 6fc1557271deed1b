import JsBarcode from 'jsbarcode';
import { encode } from 'uqr';

/** What a page can draw without any style or script: the dark parts as the `d` of an SVG path, with the quiet zone around them. */
export interface Drawing {
  width: number;
  height: number;
  path: string;
}

/** A text as a QR code, of modules that are 1 wide. */
export function qrCode(text: string): Drawing {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.map((row, y) => runs(row.map(Number).join(''), { y, height: 1 })).join('');
  return { width: size, height: size, path };
}

const QUIET = 10;
const BAR_HEIGHT = 60;

/** An even number of digits as a barcode of the kind "interleaved 2 of 5", whose narrowest bar is 1 wide. */
export function barcode(digits: string): Drawing {
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, digits, { format: 'ITF' });
  const bars = drawn.encodings?.map(({ data }) => data).join('') ?? '';
  return {
    width: bars.length + 2 * QUIET,
    height: BAR_HEIGHT + QUIET,
    path: runs(bars, { x: QUIET, y: QUIET / 2, height: BAR_HEIGHT }),
  };
}

/** Each run of ones as one rectangle. */
function runs(bits: string, { x = 0, y, height }: { x?: number; y: number; height: number }): string {
  return [...bits.matchAll(/1+/g)].map(({ 0: { length }, index }) => `M${x + index} ${y}h${length}v${height}h-${length}z`).join('');
}
