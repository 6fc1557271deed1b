import { crc32 } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** A chunk has 4 bytes for its length, 4 for its type, its data, and 4 for the checksum of type and data. */
const FRAME_BYTES = 12;
const MAX_PIXELS = 1024;

/**
 * Why a PNG cannot be a logo. Null when it can. Data after or between the chunks is rejected, because the file could have a second format.
 */
export function pngProblem(content: Buffer): string | null {
  const types: string[] = [];
  let offset = SIGNATURE_BYTES;
  while (offset + FRAME_BYTES <= content.length && types.at(-1) !== 'IEND') {
    const length = content.readUInt32BE(offset);
    if (offset + FRAME_BYTES + length > content.length) return 'The PNG is cut off.';
    const body = content.subarray(offset + 4, offset + 8 + length);
    if (crc32(body) !== content.readUInt32BE(offset + 8 + length)) return 'The PNG is damaged.';
    types.push(body.toString('latin1', 0, 4));
    offset += FRAME_BYTES + length;
  }
  if (types[0] !== 'IHDR' || types.at(-1) !== 'IEND' || !types.includes('IDAT')) return 'The PNG is not complete.';
  if (offset !== content.length) return 'Something follows the end of the PNG.';
  // IHDR is the first chunk, and its data begins with width and height.
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  if (width > MAX_PIXELS || height > MAX_PIXELS)
    return `The PNG is ${width} × ${height}. At most ${MAX_PIXELS} × ${MAX_PIXELS} are allowed.`;
  return null;
}
