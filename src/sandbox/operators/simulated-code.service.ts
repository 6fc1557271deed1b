import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { formatAmount } from '../../common/money/amount.js';
import { SandboxClock } from '../clock/sandbox-clock.js';
import { type Cause, FIXED_CODE, testValueOf } from './test-values.js';
import { SIMULATED_OPERATORS } from './simulated-operators.js';

export interface OperatorCodeOrder {
  codeReference: string;
  phoneNumber: string;
  /** Minor units of PLN, VAT included. */
  amount: number;
  seller: string;
  description: string | null;
}
export type CodeResponse = { result: 'SENT' } | { result: 'REFUSED'; cause: Cause } | 'DOWN';

/** Sends a payer the code for a charge, by a message to the simulated phone. */
@Injectable()
export class SimulatedCodeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  /** A repeated reference sends no second message. */
  async run(operator: string, order: OperatorCodeOrder): Promise<CodeResponse> {
    const { codeRequest } = testValueOf(order.phoneNumber);
    if (codeRequest === 'DOWN') return 'DOWN';
    if (codeRequest) return { result: 'REFUSED', cause: codeRequest.refused };
    const now = await this.clock.now();
    const code = order.phoneNumber.startsWith(FIXED_CODE.prefix) ? FIXED_CODE.code : String(randomInt(1_000_000)).padStart(6, '0');
    await this.dataSource.transaction(async (tx) => {
      const [inserted] = await tx.query<{ code: string }[]>(
        `INSERT INTO sandbox.payer_code (operator, code_reference, phone_number, code, gross_minor, created_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (operator, code_reference) DO NOTHING RETURNING code`,
        [operator, order.codeReference, order.phoneNumber, code, order.amount, now],
      );
      if (!inserted) return;
      await tx.query('INSERT INTO sandbox.text_message (id, phone_number, sender, text, code, sent_at) VALUES ($1, $2, $3, $4, $5, $6)', [
        uuidv7(),
        order.phoneNumber,
        SIMULATED_OPERATORS.get(operator) ?? operator,
        textOf(code, order),
        code,
        now,
      ]);
    });
    return { result: 'SENT' };
  }
}

function textOf(code: string, { amount, seller, description }: OperatorCodeOrder): string {
  const product = description ? `${seller}: ${description}` : seller;
  return `Kod ${code} potwierdza płatność ${formatAmount(amount).replace('.', ',')} zł z VAT doliczaną do rachunku za telefon. ${product}. Nie podawaj kodu nikomu.`;
}
