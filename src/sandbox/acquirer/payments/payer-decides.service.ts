import { Injectable } from '@nestjs/common';
import { PAYMENT_STORIES, paymentStoryOf, type StoryChoice } from '../magic/payment-stories.js';
import { type PaymentCause, type Step } from '../magic/story.js';
import { ChangePaymentService } from './change-payment.service.js';
import type { Payment } from './payment.js';
import { StoryWriter } from './story-writer.js';

/** `less`: pays 0.01 less than requested. */
export type Decision = 'confirm' | 'leave' | 'less' | PaymentCause | StoryChoice;

/** The payer's decision on the acquirer's page. Nothing changes when the payment is over: payers reload pages and go back. */
@Injectable()
export class PayerDecidesService {
  constructor(
    private readonly changes: ChangePaymentService,
    private readonly stories: StoryWriter,
  ) {}

  run(id: string, decision: Decision): Promise<Payment | null> {
    return this.changes.run(id, async (tx, payment) => {
      if (payment.state === 'WAITING') await this.stories.write(tx, { payment }, stepsOf(decision, payment.amountMinor));
    });
  }
}

function stepsOf(decision: Decision, amountMinor: number): readonly Step[] {
  switch (decision) {
    case 'confirm':
      return paymentStoryOf(amountMinor).confirmed;
    case 'leave':
      return [{ state: 'CANCELED', afterSeconds: 0 }];
    case 'less':
      return [{ state: 'PAID', afterSeconds: 0, amountMinor: Math.max(1, amountMinor - 1) }];
    default:
      return (
        PAYMENT_STORIES.find(({ choice }) => choice === decision)?.confirmed ?? [{ state: 'FAILED', afterSeconds: 0, cause: decision }]
      );
  }
}
