import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessRequest, Caller } from './caller.js';

export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<AccessRequest>();
  if (!caller) throw new Error('@CurrentCaller() on a route without @Protected()');
  return caller;
});
