import JsBarcode from 'jsbarcode';
import { encode } from 'uqr';

/** A drawing without styles and scripts: the dark parts as the `d` of an SVG path, inside a quiet zone. */
export interface VectorImage {
  width: number;
  height: number;
  path: string;
}

/** Draws a text as a QR code. Modules are 1 wide. */
export function qrCode(text: string): VectorImage {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.map((row, y) => drawRuns(row.map(Number).join(''), { y, height: 1 })).join('');
  return { width: size, height: size, path };
}

/** Draws a text as a QR code in an SVG file. */
export function qrCodeSvg(text: string): string {
  const { width, height, path } = qrCode(text);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges">` +
    `<rect width="${width}" height="${height}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
  );
}

/** White space that scanners need on both sides, as a multiple of the narrowest bar. */
const QUIET_ZONE = 10;
const BAR_HEIGHT = 60;

/** Draws an even number of digits as an "interleaved 2 of 5" barcode. The narrowest bar is 1 wide. */
export function barcode(digits: string): VectorImage {
  const target: { encodings?: { data: string }[] } = {};
  JsBarcode(target, digits, { format: 'ITF' });
  const bars = target.encodings?.map(({ data }) => data).join('') ?? '';
  return {
    width: bars.length + 2 * QUIET_ZONE,
    height: BAR_HEIGHT + QUIET_ZONE,
    path: drawRuns(bars, { x: QUIET_ZONE, y: QUIET_ZONE / 2, height: BAR_HEIGHT }),
  };
}

/** Draws each run of ones as one rectangle. @param x the left edge of the first bit */
function drawRuns(bits: string, { x = 0, y, height }: { x?: number; y: number; height: number }): string {
  return [...bits.matchAll(/1+/g)].map(({ 0: { length }, index }) => `M${x + index} ${y}h${length}v${height}h-${length}z`).join('');
}
