import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

export const DISPLAY_ZONE_LOCAL = 'displayZone';

/** The time zone whose offset is used for timestamps in responses. */
export const DisplayZone = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  String(context.switchToHttp().getRequest<Request>().app.get(DISPLAY_ZONE_LOCAL)),
);
