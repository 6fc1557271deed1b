import type { Request } from 'express';
import { untilClosed } from '../../http/until-closed.js';

/** Nobody waits longer than this for an answer that never comes. */
const SILENCE_MS = 65_000;

export async function beSilent(request: Request): Promise<void> {
  await untilClosed(request, SILENCE_MS);
}
