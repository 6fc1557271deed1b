import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { ReplayedResponse } from '../../common/api/replayed-response.js';
import { invalidField } from '../../common/errors/domain-error.js';
import type { AccessRequest, Caller } from '../access/caller.js';
import { fingerprintOf } from './fingerprint.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { IdempotentRequest } from './idempotent-request.js';

export interface IdempotentHttpRequest extends AccessRequest {
  idempotent?: IdempotentRequest;
}

/** Metadata of a route whose key is claimed in the statement that inserts the request's row. */
export const CLAIMED_WITH_ROW = 'idempotency:claimed with row';

/** 1 to 255 printable ASCII characters without a space at either end. */
const VALID_KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * Handles `Idempotency-Key` on every POST of a partner: a repeated request has one effect and one response. This is the last guard. It
 * claims the key before the request is validated, or leaves the claim to the statement that inserts the request's row. `EndClaims` ends
 * the claim.
 */
@Injectable()
export class ClaimKeyGuard implements CanActivate {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<IdempotentHttpRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || !request.caller) return true;
    const isClaimedWithRow = this.reflector.get<boolean | undefined>(CLAIMED_WITH_ROW, context.getHandler()) ?? false;
    return this.claim(key, isClaimedWithRow, request.caller, request, http.getResponse<Response>());
  }

  private async claim(
    key: string | string[],
    isClaimedWithRow: boolean,
    { partnerId }: Caller,
    request: IdempotentHttpRequest,
    response: Response,
  ): Promise<boolean> {
    if (typeof key !== 'string' || !VALID_KEY.test(key)) {
      throw invalidField('Idempotency-Key', 'The Idempotency-Key must have 1 to 255 printable ASCII characters.');
    }
    const [owner, fingerprint, currentStatus] = [{ partnerId, key }, fingerprintOf(request), () => response.statusCode];
    if (isClaimedWithRow) {
      request.idempotent = new IdempotentRequest(undefined, currentStatus, {
        claim: this.keys.newClaim(owner, fingerprint),
        keys: this.keys,
      });
      return true;
    }
    const claim = await this.keys.claim(owner, fingerprint);
    if ('status' in claim) throw new ReplayedResponse(claim.status, claim.body);
    request.idempotent = new IdempotentRequest(claim, currentStatus);
    return true;
  }
}
