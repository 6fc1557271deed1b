import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessRequest, Caller } from './caller.js';

export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<AccessRequest>();
  if (!caller) throw new Error('@CurrentCaller() is used on a route without @Protected(). Add @Protected().');
  return caller;
});
