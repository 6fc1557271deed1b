import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

export const PUBLIC_URL_LOCAL = 'publicUrl';

/** Absolute URL of this request, built with `PUBLIC_URL`. The `Host` header is not used. */
export const RequestUrl = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<Request>();
  return String(request.app.get(PUBLIC_URL_LOCAL)) + request.originalUrl;
});
