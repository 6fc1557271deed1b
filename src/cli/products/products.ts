import type { Area } from '../../platform/partners/services/service-status.js';
import { DIRECT_BILLING_CLI } from './direct-billing/direct-billing.product.js';
import { PAYMENTS_CLI } from './payments/payments.product.js';
import { UserError } from '../user-error.js';
import type { CliProduct } from './product.js';
import { SMS_CLI } from './sms/sms.product.js';

export const CLI_PRODUCTS: readonly CliProduct[] = [DIRECT_BILLING_CLI, SMS_CLI, PAYMENTS_CLI];

/** @returns undefined for an area without a product in CLI_PRODUCTS. */
export function productOf(area: Area): CliProduct | undefined {
  return CLI_PRODUCTS.find((product) => product.area === area);
}

/** @throws UserError for an area without a product in CLI_PRODUCTS. */
export function requireProduct(area: Area): CliProduct {
  const product = productOf(area);
  if (!product) throw new UserError(`There is no product for services of the area ${area}.`);
  return product;
}
