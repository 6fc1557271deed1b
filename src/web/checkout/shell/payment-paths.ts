import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../common/validation/is-uuid.js';

/** The paths of all products' payments, so that an error page can link back to the payment. */
@Injectable()
export class PaymentPaths {
  private readonly prefixes: string[] = [];

  /** @param prefix of the path, before the payment's id: `/pay/directbilling`. */
  add(prefix: string): void {
    this.prefixes.push(prefix);
  }

  /** The payment's own path in a longer one: `/pay/directbilling/<id>` of `/pay/directbilling/<id>/code`. */
  pageOf(path: string): string | null {
    for (const prefix of this.prefixes) {
      if (!path.toLowerCase().startsWith(`${prefix}/`)) continue;
      const [id = ''] = path.slice(prefix.length + 1).split('/');
      if (isUuid(id)) return `${prefix}/${id}`;
    }
    return null;
  }
}
