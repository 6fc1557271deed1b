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
import { CsrfGuard } from '../../pages/csrf.guard.js';
import { CheckoutErrorFilter } from './checkout-error.filter.js';

/** All pages for payers are below this path. */
export const PAYER_PAGES = '/pay';

/**
 * Declares a controller of payers' pages. Any holder of a payment's URL may use the pages. Forms of other websites are rejected, and errors
 * are shown as pages.
 * @param path such as `/pay/directbilling/:transactionId`
 */
export function PayerPages(path: `/pay${string}`): ClassDecorator {
  return applyDecorators(
    ApiExcludeController(),
    Controller(path),
    PublicRoute('payer page; the unguessable transaction id is the capability'),
    UseGuards(CsrfGuard),
    UseInterceptors(ReadFormInterceptor),
    UseFilters(CheckoutErrorFilter),
  );
}

/**
 * Declares a controller for returns: a partner's or an acquirer's page sends the payer back with a link or a form. Anyone can send such a
 * request, so its parameters are ignored and its body is not read.
 * @param path such as `/pay/:transactionId/return`
 */
export function PayerReturns(path: `/pay${string}`): ClassDecorator {
  return applyDecorators(
    ApiExcludeController(),
    Controller(path),
    PublicRoute('a payer returns from another site; the parameters of the request are ignored'),
    UseFilters(CheckoutErrorFilter),
  );
}

/** Reads a payer's form as `FormFields`, after `CsrfGuard` has checked that a page of this origin sent it. */
@Injectable()
class ReadFormInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'POST') request.body = await readForm(request);
    return next.handle();
  }
}
