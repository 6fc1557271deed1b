import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { errorBody } from '../../common/api/error-body.js';
import { ReplayedResponse } from '../../common/api/replayed-response.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { ERRORS } from '../../common/errors/error-codes.js';
import type { IdempotentHttpRequest } from './claim-key.guard.js';
import type { NewClaim } from './claim-keys.service.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { isStorableStatus, type KeyClaim, storedResponse, storeResponse } from './stored-response.js';

/** Ends the claim of a request before its response is sent: stores the response under the key, or releases the key. */
@Injectable()
export class EndClaims {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Stores the response to a request with a claim, unless it was already stored with the request's change.
   * @returns undefined when no response has to be stored. @throws DomainError IDEMPOTENCY_CONFLICT when the claim was taken over.
   */
  beforeSuccessResponse({ idempotent }: IdempotentHttpRequest & Request, response: unknown): Promise<void> | undefined {
    const claim = idempotent?.openClaim;
    return claim && storeResponse(this.dataSource, storedResponse(claim, idempotent.status, response));
  }

  /** Stores an error response that `isStorableStatus` selects. After any other error the key is released. */
  beforeError({ idempotent }: IdempotentHttpRequest & Request, error: unknown): Promise<void> | undefined {
    if (idempotent?.claim) return this.settle(idempotent.claim, error);
    return idempotent?.unclaimed && error instanceof DomainError ? this.settleUnclaimed(idempotent.unclaimed.claim, error) : undefined;
  }

  /**
   * The request was rejected before it claimed its key. A response that is already stored under the key takes precedence over the error.
   */
  private async settleUnclaimed(newClaim: NewClaim, error: DomainError): Promise<void> {
    if (error.code === 'IDEMPOTENCY_CONFLICT') return;
    if (!isStorableStatus(ERRORS[error.code].status)) return this.keys.rejectIfUsed(newClaim);
    const claim = await this.keys.claim(newClaim, newClaim.fingerprint);
    if ('status' in claim) throw new ReplayedResponse(claim.status, claim.body);
    return this.settle(claim, error);
  }

  private async settle(claim: KeyClaim, error: unknown): Promise<void> {
    if (!(error instanceof DomainError) || !isStorableStatus(ERRORS[error.code].status)) return this.keys.release(claim);
    if (error.code === 'IDEMPOTENCY_CONFLICT') return; // another request holds the key now
    try {
      await storeResponse(this.dataSource, storedResponse(claim, ERRORS[error.code].status, errorBody(error)));
    } catch (failure) {
      await this.keys.release(claim);
      throw failure;
    }
  }
}
