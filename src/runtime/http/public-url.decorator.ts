import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { PUBLIC_URL_LOCAL } from './request-url.decorator.js';

/** `PUBLIC_URL`, the URL of the gateway for partners and payers. */
export const PublicUrl = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  String(context.switchToHttp().getRequest<Request>().app.get(PUBLIC_URL_LOCAL)),
);
