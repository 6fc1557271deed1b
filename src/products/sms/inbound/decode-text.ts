import { TextDecoder } from 'node:util';

/** Bytes as text; a charset that nobody knows is taken for UTF-8, and what is none of it becomes a replacement character. */
export function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset);
  } catch {
    decoder = new TextDecoder();
  }
  return decoder.decode(bytes);
}
