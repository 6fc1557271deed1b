import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type NamedQuery, runNamed } from '../../../runtime/database/named-query.js';
import { type RateLimit, RateLimits } from '../../../runtime/rate-limits/rate-limits.js';
import { SMS_TRANSACTION_LIST } from '../transactions/transaction.list.js';
import type { CheckedCode } from './code-check.response.js';
import { READ_CODE, USE_CODE } from './code-statements.js';

export interface CodeCheck {
  tokenId: string;
  serviceId: string;
  code: string;
  /** Short number the message must have been sent to; null for any. */
  number: number | null;
}

/** Guessing is slowed down: unknown codes of one token at one service. */
const UNKNOWN_CODES: RateLimit = { name: 'sms-unknown-code', points: 20, durationSeconds: 60 };

type AlsoWritten = (tx: EntityManager, checked: CheckedCode) => Promise<void>;

/** Tells whether a payer's code is good and uses it up. */
@Injectable()
export class CheckCodeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly limits: RateLimits,
  ) {}

  /**
   * @param also written in the database transaction that uses the code, such as the answer kept under an `Idempotency-Key`.
   * @throws DomainError TRANSACTION_NOT_FOUND for an unknown code, TOO_MANY_REQUESTS after too many of them.
   */
  async run(check: CodeCheck, also?: AlsoWritten): Promise<CheckedCode> {
    const guesser = `${check.tokenId}:${check.serviceId}`;
    refuse(await this.limits.waitFor(UNKNOWN_CODES, guesser));
    const checked = (await this.useTogether(check, also)) ?? (await this.find(this.dataSource, READ_CODE, check));
    if (checked) return checked;
    refuse(await this.limits.consume(UNKNOWN_CODES, guesser));
    throw new DomainError('TRANSACTION_NOT_FOUND');
  }

  private useTogether(check: CodeCheck, also?: AlsoWritten): Promise<CheckedCode | null> {
    if (!also) return this.use(this.dataSource, check);
    return this.dataSource.transaction(async (tx) => {
      const row = await this.use(tx, check);
      if (row) await also(tx, row);
      return row;
    });
  }

  private use(on: EntityManager | DataSource, check: CodeCheck): Promise<CheckedCode | null> {
    return this.find(on, USE_CODE, check, this.clock.now(), SMS_TRANSACTION_LIST.counter(check.serviceId));
  }

  private async find(on: EntityManager | DataSource, query: NamedQuery, check: CodeCheck, ...more: unknown[]): Promise<CheckedCode | null> {
    const { serviceId, code, number } = check;
    const [row] = await runNamed<CheckedCode & object>(on, query, [serviceId, code, number, ...more]);
    return row ?? null;
  }
}

function refuse(waitSeconds: number | null): void {
  if (waitSeconds !== null) throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
}
