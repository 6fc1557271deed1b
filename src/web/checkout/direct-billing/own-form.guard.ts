import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isSameOriginForm } from '../../pages/same-origin-form.js';

/** Another website must not send a payer's form. */
@Injectable()
export class OwnFormGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'POST' && !isSameOriginForm(request)) throw new ForbiddenException();
    return true;
  }
}
