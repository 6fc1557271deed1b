import { createHash } from 'node:crypto';
import { pngProblem } from './png-problem.js';
import type { LogoType } from './service-brand.js';
import { svgProblem } from './svg-problem.js';

const MAX_LOGO_BYTES = 32 * 1024;

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The message says why a file cannot be a logo, and is shown to the user. */
export class LogoError extends Error {}

export interface Logo {
  hash: string;
  type: LogoType;
  content: Buffer;
}

/** @throws LogoError when the file is neither a harmless SVG nor a PNG, or is too large. */
export function readLogo(content: Buffer): Logo {
  if (content.length > MAX_LOGO_BYTES) throw new LogoError(`The logo has ${content.length} bytes. At most ${MAX_LOGO_BYTES} are allowed.`);
  const type = content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) ? 'png' : 'svg';
  const problem = type === 'png' ? pngProblem(content) : svgProblem(content);
  if (problem) throw new LogoError(problem);
  return { hash: createHash('sha256').update(content).digest('hex'), type, content };
}
