import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { readForm } from '../../../runtime/http/body/form-body.js';
import { isSameOriginForm } from '../../pages/same-origin-form.js';

/** Another website must not send a payer's form; one of our own is read here, once that is known. */
@Injectable()
export class OwnFormGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method !== 'POST') return true;
    if (!isSameOriginForm(request)) throw new ForbiddenException();
    request.body = await readForm(request);
    return true;
  }
}
