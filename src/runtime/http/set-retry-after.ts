import type { Response } from 'express';

/** Tells in whole seconds, at least one, when to come back; nothing when it is not known. */
export function setRetryAfter(response: Response, seconds: number | undefined): void {
  if (seconds !== undefined) response.setHeader('Retry-After', String(Math.max(1, Math.ceil(seconds))));
}
