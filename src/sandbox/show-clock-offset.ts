import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { offsetText } from '../common/time/offset-text.js';
import { ASSETS } from '../web/pages/assets.controller.js';
import type { SandboxClock } from './clock/sandbox-clock.js';
import type { SandboxPage } from './http/sandbox-page.js';

/** Shows on every page how far business time is ahead. Otherwise developers would wonder why a new payment is from next month. */
export function showClockOffset(clock: SandboxClock, page: SandboxPage): RequestHandler {
  return async ({ method, path }: Request, _response: Response, next: NextFunction) => {
    if (method === 'GET' && !path.startsWith(ASSETS)) page.clockOffset = offsetText(await clock.offsetMs());
    next();
  };
}
