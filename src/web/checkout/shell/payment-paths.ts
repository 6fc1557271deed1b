import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../common/validation/is-uuid.js';

/** The path prefixes of all products' payments. Error pages use them to link back to the payment. */
@Injectable()
export class PaymentPaths {
  private readonly prefixes: string[] = [];

  /** @param prefix the path before the payment's id, such as `/pay/directbilling`. */
  add(prefix: string): void {
    this.prefixes.push(prefix);
  }

  /** Finds the payment's path in a longer path: `/pay/directbilling/<id>` in `/pay/directbilling/<id>/code`. */
  findPaymentPath(path: string): string | null {
    for (const prefix of this.prefixes) {
      if (!path.toLowerCase().startsWith(`${prefix}/`)) continue;
      const [id = ''] = path.slice(prefix.length + 1).split('/');
      if (isUuid(id)) return `${prefix}/${id}`;
    }
    return null;
  }
}
