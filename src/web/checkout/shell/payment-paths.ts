import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../common/validation/is-uuid.js';

/** Where each product shows its payments, so that a page that went wrong can lead back to the payment it was about. */
@Injectable()
export class PaymentPaths {
  private readonly prefixes: string[] = [];

  /** @param prefix what stands before a payment's id: `/pay/directbilling`. */
  add(prefix: string): void {
    this.prefixes.push(prefix);
  }

  /** The page of the payment that a path below its own belongs to: `/pay/directbilling/<id>` of `/pay/directbilling/<id>/code`. */
  pageOf(path: string): string | null {
    for (const prefix of this.prefixes) {
      if (!path.toLowerCase().startsWith(`${prefix}/`)) continue;
      const [id = ''] = path.slice(prefix.length + 1).split('/');
      if (isUuid(id)) return `${prefix}/${id}`;
    }
    return null;
  }
}
