import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { Registration } from '../registrations/registration.js';
import { RegistrationQuery } from '../registrations/registration.query.js';

/** A payment that waits for the payer's confirmation. */
interface Confirmation {
  reference: string;
  amountMinor: number;
  currency: string;
  /** Name of the shop. */
  seller: string;
  description: string;
  /** When the payer's time to confirm ends. */
  until: Date;
  /** Label of the alias to register, or of the charged mandate; null when the payment has neither. */
  label: string | null;
}

/** A charge under a mandate that waits for the payer's confirmation. */
interface WaitingCharge extends Confirmation {
  label: string;
  /** Descriptions for the payer, at most three. */
  lines: readonly string[];
}

export interface Waiting {
  /** Payments by a code or an alias. */
  payments: readonly Confirmation[];
  mandates: readonly Registration[];
  charges: readonly WaitingCharge[];
}

// Parameters: bank, current business time. A payment stops waiting when its code has failed or when its own state has changed.
const PAYMENTS = `
  SELECT c.reference, p.amount_minor AS "amountMinor", p.currency, p.seller, p.description, c.until, a.label
  FROM sandbox.acquirer_code c JOIN sandbox.acquirer_payment p ON p.id = c.payment_id
  LEFT JOIN sandbox.acquirer_mandate a ON a.code = c.reference
  WHERE c.bank = $1 AND c.until > $2
    AND NOT EXISTS (SELECT FROM sandbox.acquirer_step s WHERE s.payment_id = c.payment_id AND s.due_at <= $2 AND s.refund IS NULL
      AND (s.code = c.reference OR s.state <> 'CODE_FAILED'))
  ORDER BY c.until LIMIT 20`;

// The first payment is left out, because the payer confirms it together with the mandate.
const CHARGES = `
  SELECT p.reference, p.amount_minor AS "amountMinor", p.currency, p.seller, p.description, c.until, a.label, c.lines
  FROM sandbox.acquirer_charge c JOIN sandbox.acquirer_payment p ON p.id = c.payment_id
  JOIN sandbox.acquirer_mandate a ON a.id = c.mandate_id
  WHERE a.bank = $1 AND c.until > $2 AND NOT c.first
    AND NOT EXISTS (SELECT FROM sandbox.acquirer_step s WHERE s.payment_id = p.id AND s.due_at <= $2 AND s.refund IS NULL)
  ORDER BY c.until LIMIT 20`;

/** Reads what one bank's app shows. */
@Injectable()
export class BankAppQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly registrations: RegistrationQuery,
    private readonly clock: SandboxClock,
  ) {}

  /** The valid code that a bank's app shows now. Null when the app shows none. */
  async displayedCode(bank: string): Promise<{ code: string; expiresAt: Date } | null> {
    const [row] = await this.dataSource.query<{ code: string; expiresAt: Date }[]>(
      `SELECT code, expires_at AS "expiresAt" FROM sandbox.bank_app_code
       WHERE bank = $1 AND NOT used AND expires_at > $2 ORDER BY expires_at DESC LIMIT 1`,
      [bank, await this.clock.now()],
    );
    return row ?? null;
  }

  /** What waits for the payer's decision. Payments and charges that expire first come first. */
  async waiting(bank: string): Promise<Waiting> {
    const payments = await this.rows<Confirmation>(PAYMENTS, bank);
    const charges = await this.rows<WaitingCharge>(CHARGES, bank);
    return { payments, charges, mandates: await this.registrations.listWaitingMandates(bank) };
  }

  async countWaiting(bank: string): Promise<number> {
    const { payments, mandates, charges } = await this.waiting(bank);
    return payments.length + mandates.length + charges.length;
  }

  private async rows<Row extends Confirmation>(statement: string, bank: string): Promise<Row[]> {
    const rows = await this.dataSource.query<Row[]>(statement, [bank, await this.clock.now()]);
    return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) })); // the driver returns bigint as text
  }
}
