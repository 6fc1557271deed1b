import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';

export interface DisplayedCode {
  code: string;
  expiresAt: Date;
}

@Injectable()
export class DisplayedCodeQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  /** The valid code that a bank's app shows now. Null when the app shows none. */
  async run(bank: string): Promise<DisplayedCode | null> {
    const [row] = await this.dataSource.query<DisplayedCode[]>(
      `SELECT code, expires_at AS "expiresAt" FROM sandbox.bank_app_code
       WHERE bank = $1 AND NOT used AND expires_at > $2 ORDER BY expires_at DESC LIMIT 1`,
      [bank, await this.clock.now()],
    );
    return row ?? null;
  }
}
