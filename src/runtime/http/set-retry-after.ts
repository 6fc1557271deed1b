import type { Response } from 'express';

/** Sets `Retry-After` in whole seconds, at least one. Sets no header when the time is unknown. */
export function setRetryAfter(response: Response, seconds: number | undefined): void {
  if (seconds !== undefined) response.setHeader('Retry-After', String(Math.max(1, Math.ceil(seconds))));
}
