import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { PublicRoute } from '../../../platform/access/public-route.decorator.js';
import { readForm } from '../../../runtime/http/body/form-body.js';
import { OwnFormGuard } from '../../pages/own-form.guard.js';
import { CheckoutErrorFilter } from './checkout-error.filter.js';

/** Everything below it is for payers' browsers. */
export const PAYER_PAGES = '/pay';

/**
 * A controller of payers' pages: everyone who knows a payment's address may use it, other websites' forms are refused, and errors are pages.
 * @param path such as `/pay/directbilling/:transactionId`
 */
export function PayerPages(path: `/pay${string}`): ClassDecorator {
  return applyDecorators(
    ApiExcludeController(),
    Controller(path),
    PublicRoute('payer page; the unguessable transaction id is the capability'),
    UseGuards(OwnFormGuard),
    UseInterceptors(ReadFormInterceptor),
    UseFilters(CheckoutErrorFilter),
  );
}

/**
 * Where a partner's or an acquirer's page sends the payer back to, also with a form of its own: nothing that comes with the request may be
 * believed, and its body is not read.
 * @param path such as `/pay/:transactionId/return`
 */
export function PayerReturns(path: `/pay${string}`): ClassDecorator {
  return applyDecorators(
    ApiExcludeController(),
    Controller(path),
    PublicRoute('payer comes back from elsewhere; nothing that comes along is believed'),
    UseFilters(CheckoutErrorFilter),
  );
}

/** Reads a payer's form as `FormFields`, after the guard has seen that our own page sent it. */
@Injectable()
class ReadFormInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'POST') request.body = await readForm(request);
    return next.handle();
  }
}
