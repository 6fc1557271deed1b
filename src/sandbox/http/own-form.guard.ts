import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isSameOriginForm } from '../../web/pages/same-origin-form.js';

/** A page elsewhere must not move the clock or change the inbox through the browser of whoever runs the sandbox. */
@Injectable()
export class OwnFormGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (isSameOriginForm(context.switchToHttp().getRequest<Request>())) return true;
    throw new ForbiddenException();
  }
}
