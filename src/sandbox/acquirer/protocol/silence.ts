import type { Request } from 'express';
import { untilClosed } from '../../http/until-closed.js';

/** Every client has given up waiting for an answer by then. */
const SILENCE_MS = 65_000;

export async function beSilent(request: Request): Promise<void> {
  await untilClosed(request, SILENCE_MS);
}
