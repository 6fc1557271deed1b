import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { errorBody } from '../../common/api/error-body.js';
import { ReplayedResponse } from '../../common/api/replayed-response.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { HTTP_STATUS_OF } from '../../common/errors/error-codes.js';
import type { IdempotentHttpRequest } from './claim-key.guard.js';
import type { NewClaim } from './claim-keys.service.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { isStorableStatus, type KeyClaim, storedResponse, storeResponse } from './stored-response.js';

/** Settles the claim of a request before its answer leaves: the answer is stored under the key, or the key may be used again. */
@Injectable()
export class SettleClaims {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Stores the answer of a request with a claim, unless it was stored with the request's effect.
   * @returns undefined when there is nothing to wait for. @throws DomainError IDEMPOTENCY_CONFLICT when the claim was taken over.
   */
  beforeAnswer({ idempotent }: IdempotentHttpRequest & Request, answer: unknown): Promise<void> | undefined {
    const claim = idempotent?.openClaim;
    return claim && storeResponse(this.dataSource, storedResponse(claim, idempotent.status, answer));
  }

  /** Stores an error that depends on the request's effect. After any other error the key may be used again. */
  beforeError({ idempotent }: IdempotentHttpRequest & Request, error: unknown): Promise<void> | undefined {
    if (idempotent?.claim) return this.settle(idempotent.claim, error);
    return idempotent?.unclaimed && error instanceof DomainError ? this.settleUnclaimed(idempotent.unclaimed.claim, error) : undefined;
  }

  /** A refused request has claimed no key. What was answered under the key before counts, as if it had been claimed first. */
  private async settleUnclaimed(fresh: NewClaim, error: DomainError): Promise<void> {
    if (error.code === 'IDEMPOTENCY_CONFLICT') return;
    if (!isStorableStatus(HTTP_STATUS_OF[error.code])) return this.keys.refuseIfUsed(fresh);
    const claim = await this.keys.claim(fresh, fresh.fingerprint);
    if ('status' in claim) throw new ReplayedResponse(claim.status, claim.body);
    return this.settle(claim, error);
  }

  private async settle(claim: KeyClaim, error: unknown): Promise<void> {
    if (!(error instanceof DomainError) || !isStorableStatus(HTTP_STATUS_OF[error.code])) return this.keys.release(claim);
    if (error.code === 'IDEMPOTENCY_CONFLICT') return; // the key is another request's by now
    try {
      await storeResponse(this.dataSource, storedResponse(claim, HTTP_STATUS_OF[error.code], errorBody(error)));
    } catch (failure) {
      await this.keys.release(claim);
      throw failure;
    }
  }
}
