import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';

const LIFE_MS = 120_000;
/** Lower codes, and those from `MAGIC` on, are magic values. */
const [FIRST, MAGIC] = [1_000, 777_000];
const MAX_TRIES = 20;

/** Shows a new code in a bank's app and makes the one before invalid. */
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
    for (let tried = 0; tried < MAX_TRIES; tried += 1) {
      const code = String(randomInt(FIRST, MAGIC)).padStart(6, '0');
      const [shown] = await this.dataSource.query<{ code: string }[]>(
        `INSERT INTO sandbox.bank_app_code AS old (code, bank, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (code) DO UPDATE SET bank = excluded.bank, expires_at = excluded.expires_at, used = false, made_at = now() WHERE old.expires_at <= $4
         RETURNING code`,
        [code, bank, new Date(now.getTime() + LIFE_MS), now],
      );
      if (shown) return shown.code;
    }
    throw new Error('No code is free');
  }
}
