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
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { size, path };
}
