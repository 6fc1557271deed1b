export const STORED_RESPONSE_BYTES = 16 * 1024;

export interface ResponseText {
  /** At most 16 KiB, without NUL characters, which PostgreSQL cannot keep. */
  text: string;
  /** The response was longer. */
  truncated: boolean;
}

/** Reads the start of a response. The rest is not read, and the connection is closed. */
export async function readResponse(body: AsyncIterable<Uint8Array>): Promise<ResponseText> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > STORED_RESPONSE_BYTES) break;
  }
  return { text: keptText(Buffer.concat(chunks)), truncated: length > STORED_RESPONSE_BYTES };
}

function keptText(bytes: Buffer): string {
  const text = bytes.subarray(0, STORED_RESPONSE_BYTES).toString('utf8').replaceAll('\0', '');
  // Bytes that are not UTF-8 have become replacement characters of three bytes each.
  return Buffer.byteLength(text) <= STORED_RESPONSE_BYTES
    ? text
    : Buffer.from(text)
        .subarray(0, STORED_RESPONSE_BYTES - 3)
        .toString('utf8')
        .replace(/\uFFFD$/, '');
}
