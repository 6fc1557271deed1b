import { PRODUCTS } from '../../parts.js';
import type { Area } from '../../platform/partners/services/service-status.js';
import { DIRECT_BILLING_CLI } from './direct-billing/direct-billing.product.js';
import { PAYMENTS_CLI } from './payments/payments.product.js';
import { UserError } from '../user-error.js';
import type { CliProduct, ProductCommands } from './product.js';
import { SMS_CLI } from './sms/sms.product.js';

const COMMANDS: Record<Area, ProductCommands> = { directbilling: DIRECT_BILLING_CLI, sms: SMS_CLI, payment: PAYMENTS_CLI };

export const CLI_PRODUCTS: readonly CliProduct[] = PRODUCTS.map(({ area, title }) => ({ area, title, ...COMMANDS[area] }));

/** @throws UserError for an area without a product. */
export function requireProduct(area: Area): CliProduct {
  const product = CLI_PRODUCTS.find((candidate) => candidate.area === area);
  if (!product) throw new UserError(`There is no product for services of the area ${area}.`);
  return product;
}
