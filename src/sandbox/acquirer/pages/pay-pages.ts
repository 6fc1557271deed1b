import { Injectable } from '@nestjs/common';
import { SandboxPage } from '../../http/sandbox-page.js';
import { describeAmountOutcome } from '../scenarios/chosen-by-amount.js';
import { TEST_CARDS } from '../scenarios/test-cards.js';
import { type Family, requireMethod } from '../methods.js';
import type { Payment } from '../payments/payment.js';
import { payloadOf, payPath } from '../callbacks/responses.js';
import type { AcquirerTexts } from '../texts/en.js';
import type { AcquirerPageLanguage } from '../texts/texts.js';
import { otherOutcomes } from './decisions.js';
import type { FormProblem } from './forms.js';

/** For each family the template of its first page and the cause of a refusal. */
const PAGE_OF_FAMILY: Record<Family, { template: string; refusal: string }> = {
  bank: { template: 'login', refusal: 'USER_DECLINED' },
  wallet: { template: 'login', refusal: 'USER_DECLINED' },
  'phone-wallet': { template: 'confirm', refusal: 'USER_DECLINED' },
  card: { template: 'card', refusal: 'AUTHENTICATION_FAILED' },
  pin: { template: 'pin', refusal: 'USER_DECLINED' },
  display: { template: 'display', refusal: 'USER_DECLINED' },
  code: { template: 'confirm', refusal: 'USER_DECLINED' },
};

/** Limits the text that the form shows again. */
const MAX_INPUT_LENGTH = 60;

/** Renders the payer's pages. The payer's input is only shown again in the form. A card's security code is not shown again. */
@Injectable()
export class PayPages {
  constructor(private readonly page: SandboxPage) {}

  first(payment: Payment, spoken: AcquirerPageLanguage, form: URLSearchParams, problems: readonly FormProblem[]): string {
    const inputOf = (field: string): string => (form.get(field) ?? '').slice(0, MAX_INPUT_LENGTH);
    const messageOf = (field: string): string => problems.find((problem) => problem.field === field)?.says ?? '';
    const { family } = requireMethod(payment.method);
    const { template } = PAGE_OF_FAMILY[family];
    const { asks, app } = spoken.t;
    return this.render(template, template === 'confirm' ? asks[family] : app.pay, payment, spoken, { inputOf, messageOf });
  }

  confirm(payment: Payment, spoken: AcquirerPageLanguage): string {
    return this.render('confirm', spoken.t.asks[requireMethod(payment.method).family], payment, spoken);
  }

  over(payment: Payment, spoken: AcquirerPageLanguage): string {
    return this.render('ended', spoken.t.over.states[payment.state], payment, spoken);
  }

  done(payment: Payment, spoken: AcquirerPageLanguage): string {
    return this.render('done', spoken.t.over.back, payment, spoken);
  }

  private render(template: string, title: string, payment: Payment, spoken: AcquirerPageLanguage, data: object = {}): string {
    const { t } = spoken;
    const method = requireMethod(payment.method);
    const { family } = method;
    return this.page.render(
      `acquirer/${template}`,
      title,
      {
        ...data,
        t,
        payment: { ...payment, cause: payment.cause ?? '' },
        method,
        simulates: t.simulates[family],
        asks: t.asks[family],
        refusal: PAGE_OF_FAMILY[family].refusal,
        payload: payloadOf(payment),
        stateText: t.over.states[payment.state],
        amountText: describeAmountOutcome('page', payment.amountMinor, t.amounts),
        outcomes: otherOutcomes(t),
        cards: testCards(t),
        payPath: payPath(payment.id),
      },
      spoken,
    );
  }
}

function testCards({ card, causes, decide }: AcquirerTexts): { number: string; outcome: string }[] {
  return TEST_CARDS.map(({ number, payerDecision }) => ({
    number: number.replace(/(\d{4})(?=\d)/g, '$1 '),
    outcome: payerDecision === null ? card.asked : payerDecision === 'confirm' ? card.unasked : decide.refused(causes[payerDecision]),
  }));
}
