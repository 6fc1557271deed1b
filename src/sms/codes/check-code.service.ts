import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error.js';
import { BusinessClock } from '../../common/time/clocks.js';
import { runNamed } from '../../database/named-query.js';
import { ListingCounters } from '../../listing/listing-counters.js';
import { type RateLimit, RateLimits } from '../../rate-limits/rate-limits.js';
import { smsTransactionList, usedStatus } from '../transactions/transaction-list.js';
import type { CheckedCode } from './code-check.response.js';

export interface CodeCheck {
  tokenId: string;
  serviceId: string;
  code: string;
  /** Short number the message must have been sent to; null for any. */
  number: number | null;
}

/** Guessing is slowed down: unknown codes of one token at one service. */
const UNKNOWN_CODES: RateLimit = { name: 'sms-unknown-code', points: 20, durationSeconds: 60 };

const COLUMNS = 'code, from_number, send_number, net_minor, test';
const OF_CODE = `service_id = $1 AND code = $2 AND code <> '' AND ($3::integer IS NULL OR send_number = $3)`;

// However many check at once, the row's lock lets one of them find it unused.
const USE = {
  name: 'sms_code_use',
  text: `UPDATE sms_transaction SET used_at = $4 WHERE ${OF_CODE} AND used_at IS NULL RETURNING ${COLUMNS}, NULL::timestamptz AS used_at, created_at`,
};
const READ = { name: 'sms_code_read', text: `SELECT ${COLUMNS}, used_at FROM sms_transaction WHERE ${OF_CODE}` };

type UsedRow = CheckedCode & { created_at: Date };

/** Tells whether a payer's code is good and uses it up. */
@Injectable()
export class CheckCodeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly counters: ListingCounters,
    private readonly limits: RateLimits,
  ) {}

  /**
   * @param also written in the database transaction that uses the code, such as the answer kept under an `Idempotency-Key`.
   * @throws DomainError TRANSACTION_NOT_FOUND for an unknown code, TOO_MANY_REQUESTS after too many of them.
   */
  async run(check: CodeCheck, also?: (tx: EntityManager, checked: CheckedCode) => Promise<void>): Promise<CheckedCode> {
    const guesser = `${check.tokenId}:${check.serviceId}`;
    refuse(await this.limits.waitFor(UNKNOWN_CODES, guesser));
    const used = await this.dataSource.transaction(async (tx) => {
      const row = await this.use(tx, check);
      if (row) await also?.(tx, row);
      return row;
    });
    const checked = used ?? (await this.read(check));
    if (checked) return checked;
    refuse(await this.limits.consume(UNKNOWN_CODES, guesser));
    throw new DomainError('TRANSACTION_NOT_FOUND');
  }

  private async use(tx: EntityManager, { serviceId, code, number }: CodeCheck): Promise<CheckedCode | null> {
    const [row] = await runNamed<UsedRow & object>(tx, USE, [serviceId, code, number, this.clock.now()]);
    if (!row) return null;
    const list = smsTransactionList(serviceId);
    await this.counters.change(tx, [
      { list, status: usedStatus(false), createdAt: row.created_at, by: -1 },
      { list, status: usedStatus(true), createdAt: row.created_at, by: 1 },
    ]);
    return row;
  }

  private async read({ serviceId, code, number }: CodeCheck): Promise<CheckedCode | null> {
    const [row] = await runNamed<CheckedCode & object>(this.dataSource, READ, [serviceId, code, number]);
    return row ?? null;
  }
}

function refuse(waitSeconds: number | null): void {
  if (waitSeconds !== null) throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
}
