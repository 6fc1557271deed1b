import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DecideRegistrationService } from '../registrations/decide-registration.service.js';
import type { Step } from '../scenarios/scenario.js';
import { ChangePaymentService } from '../payments/change-payment.service.js';
import { ScenarioWriter } from '../payments/scenario-writer.js';

const CONFIRMED: readonly Step[] = [{ state: 'PAID', afterSeconds: 0 }];
const REFUSED: readonly Step[] = [{ state: 'CODE_FAILED', afterSeconds: 0, cause: 'USER_DECLINED' }];

/**
 * What each decision of the payer means: `steps` are the later steps of the payment, `alias` is the decision about an alias that came with
 * the code. With `confirm-only` the payer pays, but the alias is not registered.
 */
const DECISIONS = {
  confirm: { steps: CONFIRMED, alias: 'accept' },
  'confirm-only': { steps: CONFIRMED, alias: 'decline' },
  refuse: { steps: REFUSED, alias: 'refuse' },
} as const;

export type ConfirmationDecision = keyof typeof DECISIONS;

/** The payer confirms or refuses a payment in the bank's app. */
@Injectable()
export class DecideConfirmationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly decideRegistration: DecideRegistrationService,
    private readonly changes: ChangePaymentService,
    private readonly scenarioWriter: ScenarioWriter,
  ) {}

  /** A late or repeated decision changes nothing. @returns false when this bank has no confirmation with this reference. */
  async run(bank: string, reference: string, decision: ConfirmationDecision): Promise<boolean> {
    const [code] = await this.dataSource.query<{ payment_id: string; alias: string | null }[]>(
      `SELECT c.payment_id, a.reference AS alias FROM sandbox.acquirer_code c LEFT JOIN sandbox.acquirer_mandate a ON a.code = c.reference
       WHERE c.reference = $1 AND c.bank = $2`,
      [reference, bank],
    );
    if (!code) return false;
    const { steps, alias } = DECISIONS[decision];
    await this.changes.run(code.payment_id, async (tx, payment) => {
      if (payment.state !== 'WAITING' || payment.code?.reference !== reference || payment.code.state !== 'WAITING') return;
      await this.scenarioWriter.write(tx, { payment, code: reference }, steps);
      if (code.alias !== null) await this.decideRegistration.decideInTransaction(tx, code.alias, alias);
    });
    return true;
  }
}
