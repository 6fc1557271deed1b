import { isUuid } from '../../../common/validation/is-uuid.js';
import type { Product } from '../../../platform/products/product.js';

/** Finds the payment's path in a longer path: `/pay/directbilling/<id>` in `/pay/directbilling/<id>/code`. Error pages link to it. */
export function findPaymentPath(path: string, products: readonly Pick<Product, 'payerPages'>[]): string | null {
  for (const { payerPages } of products) {
    if (!payerPages || !path.toLowerCase().startsWith(`${payerPages.path}/`)) continue;
    const [id = ''] = path.slice(payerPages.path.length + 1).split('/');
    if (isUuid(id)) return `${payerPages.path}/${id}`;
  }
  return null;
}
