import { encode } from 'uqr';

export interface QrPath {
  /** Modules on each side, with the quiet zone of four. */
  size: number;
  /** Of the dark ones, as the `d` of an SVG path. */
  path: string;
}

/** A text as a QR code that a page can draw without any style or script. */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const bits = data.map((row) => row.map(Number).join(''));
  const path = bits
    .map((row, y) => [...row.matchAll(/1+/g)].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`).join(''))
    .join('');
  return { size, path };
}
