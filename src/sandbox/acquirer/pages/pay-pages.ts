import { Injectable } from '@nestjs/common';
import { SandboxPage } from '../../http/sandbox-page.js';
import { TEST_CARDS } from '../magic/test-cards.js';
import { type Family, knownMethod } from '../methods.js';
import type { Payment } from '../payments/payment.js';
import { payloadOf, payPath } from '../reports/answers.js';
import { OTHER_OUTCOMES } from './decisions.js';
import type { FieldProblem } from './forms.js';

/** What each family simulates, what its first page is, and how its question is put. */
const LOOKS: Record<Family, { simulates: string; template: string; asks: string; refusal: string }> = {
  bank: { simulates: 'bank', template: 'login', asks: 'Confirm the transfer', refusal: 'USER_DECLINED' },
  wallet: { simulates: 'wallet', template: 'login', asks: 'Confirm the payment', refusal: 'USER_DECLINED' },
  'phone-wallet': { simulates: 'wallet', template: 'confirm', asks: 'Pay with the card of this phone', refusal: 'USER_DECLINED' },
  card: { simulates: 'card processor', template: 'card', asks: '3-D Secure: your bank asks', refusal: 'AUTHENTICATION_FAILED' },
  pin: { simulates: 'voucher', template: 'pin', asks: 'Pay with this voucher', refusal: 'USER_DECLINED' },
  display: { simulates: 'place to pay', template: 'display', asks: 'Pay now', refusal: 'USER_DECLINED' },
  code: { simulates: 'bank', template: 'confirm', asks: 'Confirm', refusal: 'USER_DECLINED' },
};

const STATE_WORDS: Record<Payment['state'], string> = {
  WAITING: 'waits for what happens next',
  AUTHORIZED: 'is agreed to',
  PAID: 'is paid',
  FAILED: 'has failed',
  CANCELED: 'was left without paying',
  EXPIRED: 'has expired',
};

/** Renders the payer's pages. What was typed is given back to the form and to nobody else; a card's security code not even there. */
@Injectable()
export class PayPages {
  constructor(private readonly page: SandboxPage) {}

  first(payment: Payment, form: URLSearchParams, problems: readonly FieldProblem[]): string {
    const typed = (field: string): string => (form.get(field) ?? '').slice(0, 60);
    const saysOf = (field: string): string => problems.find((problem) => problem.field === field)?.says ?? '';
    const { template, asks } = LOOKS[knownMethod(payment.method).family];
    return this.render(template, template === 'confirm' ? asks : 'Pay', payment, { typed, saysOf });
  }

  confirm(payment: Payment): string {
    return this.render('confirm', LOOKS[knownMethod(payment.method).family].asks, payment, {});
  }

  over(payment: Payment): string {
    return this.render('over', 'This payment is over', payment, {});
  }

  done(payment: Payment): string {
    return this.render('done', 'Back to the shop', payment, {});
  }

  private render(template: string, title: string, payment: Payment, data: object): string {
    const method = knownMethod(payment.method);
    const { simulates, asks, refusal } = LOOKS[method.family];
    return this.page.render(`acquirer/${template}`, title, {
      ...data,
      payment: { ...payment, cause: payment.cause ?? '' },
      method,
      simulates,
      asks,
      refusal,
      payload: payloadOf(payment),
      stateWords: STATE_WORDS[payment.state],
      outcomes: OTHER_OUTCOMES,
      cards: TEST_CARDS.map(({ number, outcome }) => ({ number: number.replace(/(\d{4})(?=\d)/g, '$1 '), outcome })),
      at: payPath(payment.id),
    });
  }
}
