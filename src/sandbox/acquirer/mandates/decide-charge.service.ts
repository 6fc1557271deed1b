import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { chargeScenarioOf } from '../scenarios/charge-scenarios.js';
import type { Step } from '../scenarios/scenario.js';
import { ChangePaymentService } from '../payments/change-payment.service.js';
import { ScenarioWriter } from '../payments/scenario-writer.js';

const REFUSED: readonly Step[] = [{ state: 'FAILED', afterSeconds: 0, cause: 'USER_DECLINED' }];

/** The payer confirms or refuses a charge in the bank's app. */
@Injectable()
export class DecideChargeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangePaymentService,
    private readonly scenarioWriter: ScenarioWriter,
  ) {}

  /** A late or repeated decision changes nothing. @returns false when this bank has no charge to confirm with this reference. */
  async run(bank: string, reference: string, isConfirmed: boolean): Promise<boolean> {
    const [charge] = await this.dataSource.query<{ id: string }[]>(
      `SELECT p.id FROM sandbox.acquirer_payment p JOIN sandbox.acquirer_charge c ON c.payment_id = p.id
       JOIN sandbox.acquirer_mandate a ON a.id = c.mandate_id
       WHERE p.reference = $1 AND a.bank = $2 AND NOT c.first AND c.until IS NOT NULL`,
      [reference, bank],
    );
    if (!charge) return false;
    await this.changes.run(charge.id, async (tx, payment) => {
      if (payment.state !== 'WAITING') return;
      await this.scenarioWriter.write(tx, { payment }, isConfirmed ? chargeScenarioOf(payment.amountMinor).confirmed : REFUSED);
    });
    return true;
  }
}
