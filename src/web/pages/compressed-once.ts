import { brotliCompressSync, gzipSync } from 'node:zlib';

const COMPRESS = { br: brotliCompressSync, gzip: gzipSync };

export type Encoding = keyof typeof COMPRESS;

/** Each encoding is made when it is first asked for: every process holds the assets, and those that serve no page would only start later. */
export function compressedOnce(content: Buffer): (encoding: Encoding) => Buffer {
  const made: Partial<Record<Encoding, Buffer>> = {};
  return (encoding) => (made[encoding] ??= COMPRESS[encoding](content));
}
