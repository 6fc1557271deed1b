import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../../common/validation/is-uuid.js';
import { type CheckoutResult, checkoutRejection } from '../checkout-result.js';
import type { PayerInput } from '../../payments/payer-details.js';
import { SubmitTicketService } from './submit-ticket.service.js';
import { checkoutResultOf } from '../ticket.js';

/** Submits the BLIK code that a payer entered on the gateway's page. */
@Injectable()
export class SubmitBlikCodeService {
  constructor(private readonly submitTicket: SubmitTicketService) {}

  /**
   * @param enteredCode six digits, possibly with spaces or dashes. If the code is `declined`, the payer may enter another while codes are
   * left.
   */
  async run(transactionId: string, enteredCode: string, input: PayerInput): Promise<CheckoutResult> {
    const code = enteredCode.replace(/[\s-]/g, '');
    if (!/^\d{6}$/.test(code)) return checkoutRejection({ problem: 'code_malformed' });
    if (!isUuid(transactionId)) return checkoutRejection({ problem: 'not_possible_now' });
    const result = await this.submitTicket.run(transactionId, { kind: 'code', code, register: null }, input);
    return checkoutResultOf(result);
  }
}
