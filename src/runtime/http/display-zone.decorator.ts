import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

export const DISPLAY_ZONE_LOCAL = 'displayZone';

/** The time zone in whose offset answers print their timestamps. */
export const DisplayZone = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  String(context.switchToHttp().getRequest<Request>().app.get(DISPLAY_ZONE_LOCAL)),
);
