import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';

/** A BLIK code is valid for two minutes. */
const LIFETIME_MS = 120_000;
/** Codes below `MIN_CODE` and codes from `END_CODE` on are test values. */
const [MIN_CODE, END_CODE] = [1_000, 777_000];
/** Each attempt draws a random code, which another bank's app may be displaying. */
const MAX_ATTEMPTS = 20;

/** Displays a new BLIK code in a bank's app. The code before becomes invalid. */
@Injectable()
export class NewCodeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
  ) {}

  async run(bank: string): Promise<string> {
    const now = await this.clock.now();
    await this.dataSource.query('UPDATE sandbox.bank_app_code SET expires_at = $2 WHERE bank = $1 AND NOT used AND expires_at > $2', [
      bank,
      now,
    ]);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const code = String(randomInt(MIN_CODE, END_CODE)).padStart(6, '0');
      const [inserted] = await this.dataSource.query<{ code: string }[]>(
        `INSERT INTO sandbox.bank_app_code AS old (code, bank, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (code) DO UPDATE SET bank = excluded.bank, expires_at = excluded.expires_at, used = false, made_at = now() WHERE old.expires_at <= $4
         RETURNING code`,
        [code, bank, new Date(now.getTime() + LIFETIME_MS), now],
      );
      if (inserted) return inserted.code;
    }
    throw new Error(`Found no free BLIK code for the app of ${bank} in ${MAX_ATTEMPTS} attempts, try again`);
  }
}
