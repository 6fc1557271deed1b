import { Injectable } from '@nestjs/common';
import { ChangePaymentService } from './change-payment.service.js';
import type { Payment } from './payment.js';
import { ScenarioWriter } from './scenario-writer.js';

/** Captures or cancels a payment for the gateway. A request that does not fit the payment's state changes nothing. */
@Injectable()
export class ClosePaymentService {
  constructor(
    private readonly changes: ChangePaymentService,
    private readonly scenarioWriter: ScenarioWriter,
  ) {}

  capture(id: string): Promise<Payment | null> {
    return this.changes.run(id, async (tx, payment) => {
      if (payment.state !== 'AUTHORIZED') return;
      await this.scenarioWriter.write(tx, { payment }, [
        { state: 'PAID', afterSeconds: 0, captured: true, amountMinor: payment.seenMinor },
      ]);
    });
  }

  cancel(id: string): Promise<Payment | null> {
    return this.changes.run(id, async (tx, payment) => {
      if (payment.state !== 'WAITING' && payment.state !== 'AUTHORIZED') return;
      await this.scenarioWriter.write(tx, { payment }, [{ state: 'CANCELED', afterSeconds: 0 }]);
    });
  }
}
