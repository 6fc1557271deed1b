import { Injectable } from '@nestjs/common';
import { PAYMENT_SCENARIOS, paymentScenarioOf, type ScenarioChoice } from '../scenarios/payment-scenarios.js';
import { type PaymentCause, type Step } from '../scenarios/scenario.js';
import { ChangePaymentService } from './change-payment.service.js';
import type { Payment } from './payment.js';
import { ScenarioWriter } from './scenario-writer.js';

/**
 * - `confirm`: the payer pays, and the amount chooses the scenario
 * - `leave`: the payer cancels
 * - `less`: the payer pays 0.01 less than requested
 * - a cause: the payment fails with this cause
 * - a scenario choice: the payer pays, and the choice decides the scenario, whatever the amount
 */
export type PaymentDecision = 'confirm' | 'leave' | 'less' | PaymentCause | ScenarioChoice;

/**
 * Applies the payer's decision on the acquirer's page. After the end of the payment a decision changes nothing: payers reload pages and go
 * back.
 */
@Injectable()
export class DecidePaymentService {
  constructor(
    private readonly changes: ChangePaymentService,
    private readonly scenarioWriter: ScenarioWriter,
  ) {}

  run(id: string, decision: PaymentDecision): Promise<Payment | null> {
    return this.changes.run(id, async (tx, payment) => {
      if (payment.state === 'WAITING') await this.scenarioWriter.write(tx, { payment }, stepsOf(decision, payment.amountMinor));
    });
  }
}

function stepsOf(decision: PaymentDecision, amountMinor: number): readonly Step[] {
  switch (decision) {
    case 'confirm':
      return paymentScenarioOf(amountMinor).confirmed;
    case 'leave':
      return [{ state: 'CANCELED', afterSeconds: 0 }];
    case 'less':
      return [{ state: 'PAID', afterSeconds: 0, amountMinor: Math.max(1, amountMinor - 1) }];
    default:
      return (
        PAYMENT_SCENARIOS.find(({ choice }) => choice === decision)?.confirmed ?? [{ state: 'FAILED', afterSeconds: 0, cause: decision }]
      );
  }
}
