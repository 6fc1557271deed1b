import { applyDecorators, Controller, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PublicRoute } from '../../../platform/access/public-route.decorator.js';
import { OwnFormGuard } from '../../pages/own-form.guard.js';
import { CheckoutErrorFilter } from './checkout-error.filter.js';
import { ReadFormInterceptor } from './read-form.interceptor.js';

/** Everything below it is for payers' browsers. */
export const PAYER_PAGES = '/pay';

/**
 * A controller of payers' pages: whoever knows a payment's address may use it, other websites' forms are refused, and what goes wrong is a page.
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
