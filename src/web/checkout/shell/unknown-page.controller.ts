import { All, Controller, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DomainError } from '../../../common/errors/domain-error.js';
import { PublicRoute } from '../../../platform/access/public-route.decorator.js';
import { CheckoutErrorFilter } from './checkout-error.filter.js';
import { PAYER_PAGES } from './payer-pages.js';

/** Serves all paths below `/pay` without another controller, so that a mistyped URL gets a page too. Must be registered last. */
@ApiExcludeController()
@Controller(PAYER_PAGES)
@PublicRoute('says only that there is no such page')
@UseFilters(CheckoutErrorFilter)
export class UnknownPageController {
  @All(['', '*path'])
  unknown(): never {
    throw new DomainError('ROUTE_NOT_FOUND');
  }
}
