import { crc32 } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** Bytes of a chunk besides its data: length, type and checksum. */
const FRAME_BYTES = 12;
const MAX_PIXELS = 1024;

/** Why a PNG cannot be a logo. Null when it can. Data after or between the chunks is rejected, because the file could have a second format. */
export function pngProblem(content: Buffer): string | null {
  const types: string[] = [];
  let at = SIGNATURE_BYTES;
  while (at + FRAME_BYTES <= content.length && types.at(-1) !== 'IEND') {
    const length = content.readUInt32BE(at);
    if (at + FRAME_BYTES + length > content.length) return 'The PNG is cut off.';
    const body = content.subarray(at + 4, at + 8 + length);
    if (crc32(body) !== content.readUInt32BE(at + 8 + length)) return 'The PNG is damaged.';
    types.push(body.toString('latin1', 0, 4));
    at += FRAME_BYTES + length;
  }
  if (types[0] !== 'IHDR' || types.at(-1) !== 'IEND' || !types.includes('IDAT')) return 'The PNG is not complete.';
  if (at !== content.length) return 'Something follows the end of the PNG.';
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  if (width > MAX_PIXELS || height > MAX_PIXELS)
    return `The PNG is ${width} × ${height}; at most ${MAX_PIXELS} × ${MAX_PIXELS} are allowed.`;
  return null;
}
