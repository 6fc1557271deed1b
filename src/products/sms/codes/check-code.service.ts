import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type NamedQuery, runNamed } from '../../../runtime/database/named-query.js';
import { type BuildStoredResponse, storeResponse } from '../../../platform/idempotency/stored-response.js';
import { lockForRequest, RowLockQueue } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { type CheckedCode, CODE_COLUMNS, READ_CODE, USE_CODE } from './code-statements.js';
import { type CodeCheckSource, FailedCodeLimiter } from './failed-code-limiter.js';

export interface CodeCheck extends CodeCheckSource {
  code: string;
  /** The short number to which the message must have been sent. null accepts any number. */
  number: number | null;
}

/** Checks a payer's code and marks it used. */
@Injectable()
export class CheckCodeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly failedCodes: FailedCodeLimiter,
    private readonly queues: RowLockQueue,
  ) {}

  /**
   * @param buildStoredResponse builds the stored response, which is written in the database transaction that marks the code used.
   * @throws DomainError TRANSACTION_NOT_FOUND for an unknown code.
   * @throws DomainError TOO_MANY_REQUESTS after too many unknown codes, or when too many requests wait for the same code.
   * @throws DomainError IDEMPOTENCY_CONFLICT when another request took over the idempotency key.
   */
  async run(check: CodeCheck, buildStoredResponse?: BuildStoredResponse<CheckedCode>): Promise<CheckedCode> {
    await this.failedCodes.assertNotLimited(check);
    const usedNow = await this.queues.run(lockForRequest(`sms ${check.serviceId} ${check.code}`), () =>
      this.useAndStoreResponse(check, buildStoredResponse),
    );
    const checked = usedNow ?? (await this.find(this.dataSource, READ_CODE, check));
    if (checked) return checked;
    await this.failedCodes.count(check);
    throw new DomainError('TRANSACTION_NOT_FOUND');
  }

  private useAndStoreResponse(check: CodeCheck, buildStoredResponse: BuildStoredResponse<CheckedCode>): Promise<CheckedCode | null> {
    if (!buildStoredResponse) return this.markUsed(this.dataSource, check);
    return this.dataSource.transaction(async (tx) => {
      const row = await this.markUsed(tx, check);
      if (row) await storeResponse(tx, buildStoredResponse(row));
      return row;
    });
  }

  private markUsed(executor: EntityManager | DataSource, check: CodeCheck): Promise<CheckedCode | null> {
    return this.find(executor, USE_CODE, check, this.clock.now());
  }

  private async find(
    executor: EntityManager | DataSource,
    query: NamedQuery,
    check: CodeCheck,
    ...moreParameters: unknown[]
  ): Promise<CheckedCode | null> {
    const { serviceId, code, number } = check;
    const rows = await runNamed<Pick<CheckedCode, 'usedAt'>>(executor, query, [serviceId, code, number, ...moreParameters]);
    return CODE_COLUMNS.rows(rows)[0] ?? null;
  }
}
