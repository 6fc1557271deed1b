export const STORED_RESPONSE_BYTES = 16 * 1024;

export interface ResponseText {
  /** At most 16 KiB, without NUL characters, which PostgreSQL cannot store. */
  text: string;
  /** Whether the response was longer than 16 KiB. */
  truncated: boolean;
}

/** Reads the start of a response and closes the connection without reading the rest. */
export async function readResponse(body: AsyncIterable<Uint8Array>): Promise<ResponseText> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > STORED_RESPONSE_BYTES) break;
  }
  return { text: storableText(Buffer.concat(chunks)), truncated: length > STORED_RESPONSE_BYTES };
}

function storableText(bytes: Buffer): string {
  const text = bytes.subarray(0, STORED_RESPONSE_BYTES).toString('utf8').replaceAll('\0', '');
  // The text can be longer than the bytes: an invalid byte becomes a replacement character of three bytes. A character that is cut at the
  // end becomes a replacement character, too, which is removed here.
  return Buffer.byteLength(text) <= STORED_RESPONSE_BYTES
    ? text
    : Buffer.from(text)
        .subarray(0, STORED_RESPONSE_BYTES - 3)
        .toString('utf8')
        .replace(/\uFFFD$/, '');
}
