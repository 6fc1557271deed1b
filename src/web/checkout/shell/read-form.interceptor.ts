import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { readForm } from '../../../runtime/http/body/form-body.js';

/** Reads a payer's form as `FormFields`, once it is known that a page of our own sent it. */
@Injectable()
export class ReadFormInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'POST') request.body = await readForm(request);
    return next.handle();
  }
}
