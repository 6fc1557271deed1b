import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';

export interface ShownCode {
  code: string;
  expiresAt: Date;
}

export interface Confirmation {
  reference: string;
  amountMinor: number;
  currency: string;
  description: string;
  until: Date;
  /** A name under which the app is asked to remember the shop, or null. */
  aliasLabel: string | null;
}

@Injectable()
export class BankAppQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  /** The code that can be typed into a shop now. */
  async code(bank: string): Promise<ShownCode | null> {
    const [row] = await this.dataSource.query<ShownCode[]>(
      `SELECT code, expires_at AS "expiresAt" FROM sandbox.bank_app_code
       WHERE bank = $1 AND NOT used AND expires_at > $2 ORDER BY expires_at DESC LIMIT 1`,
      [bank, await this.clock.now()],
    );
    return row ?? null;
  }

  /** What waits for the payer's word, the oldest first. */
  async confirmations(bank: string): Promise<Confirmation[]> {
    const rows = await this.dataSource.query<(Omit<Confirmation, 'amountMinor'> & { amountMinor: string })[]>(
      `SELECT c.reference, p.amount_minor AS "amountMinor", p.currency, p.description, c.until, c.alias_label AS "aliasLabel"
       FROM sandbox.acquirer_code c JOIN sandbox.acquirer_payment p ON p.id = c.payment_id
       WHERE c.bank = $1 AND c.until > $2
         AND NOT EXISTS (SELECT FROM sandbox.acquirer_step s WHERE s.payment_id = c.payment_id AND s.due_at <= $2 AND s.refund IS NULL
           AND (s.code = c.reference OR s.state <> 'CODE_FAILED'))
       ORDER BY c.until LIMIT 20`,
      [bank, await this.clock.now()],
    );
    return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) }));
  }
}
