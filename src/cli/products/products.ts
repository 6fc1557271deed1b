import type { Area } from '../../platform/partners/services/service-status.js';
import { DIRECT_BILLING } from './direct-billing/direct-billing.product.js';
import { PAYMENTS } from './payments/payments.product.js';
import { UserError } from '../user-error.js';
import type { Product } from './product.js';
import { SMS } from './sms/sms.product.js';

export const PRODUCTS: readonly Product[] = [DIRECT_BILLING, SMS, PAYMENTS];

/** @returns undefined for an area without a product in PRODUCTS. */
export function productOf(area: Area): Product | undefined {
  return PRODUCTS.find((product) => product.area === area);
}

/** @throws UserError for an area without a product in PRODUCTS. */
export function requireProduct(area: Area): Product {
  const product = productOf(area);
  if (!product) throw new UserError(`There is no product for services of the area ${area}.`);
  return product;
}
