import type { Request } from 'express';

/** The best encoding comes first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The best encoding that the browser accepts; undefined without one. */
export function acceptedEncoding(request: Request): Encoding | undefined {
  return ENCODINGS.find((encoding) => request.acceptsEncodings(encoding));
}
