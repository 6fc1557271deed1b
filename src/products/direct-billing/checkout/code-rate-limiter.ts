import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import { NETWORK_FACTOR } from '../../../runtime/rate-limits/address-rate-limiter.js';
import { addressKey, networkKey } from '../../../runtime/rate-limits/rate-limit-keys.js';
import { type RateLimit, RateLimits } from '../../../runtime/rate-limits/rate-limits.js';

/** A request for a code by SMS. The rate limits count by these values. */
export interface CodeRequest {
  transactionId: string;
  clientAddress: string;
  phoneNumber: string;
  /** Whether it is a test number of an operator, which has no owner to protect. */
  isTest: boolean;
}

/** Enough for mistyped numbers, and too few to test which numbers belong to an operator. */
const PER_TRANSACTION: RateLimit = { name: 'code-transaction', points: 10, durationSeconds: 3600 };

/**
 * Limits codes by SMS, because each SMS costs money and must not be used to flood the owner of a phone. The limit of the number is counted last,
 * after the limits of the transaction and of the client's IP address. So a client cannot use up the limit of a number without sending an SMS.
 */
@Injectable()
export class CodeRateLimiter {
  private readonly perAddress: RateLimit;
  private readonly perNetwork: RateLimit;
  private readonly perPhone: RateLimit;

  constructor(
    private readonly limits: RateLimits,
    { rateLimit }: Environment,
  ) {
    this.perAddress = { name: 'code-address', points: rateLimit.codesPerAddress, durationSeconds: 3600 };
    this.perNetwork = { name: 'code-network', points: rateLimit.codesPerAddress * NETWORK_FACTOR, durationSeconds: 3600 };
    this.perPhone = { name: 'code-phone', points: rateLimit.codesPerPhone, durationSeconds: 3600 };
  }

  /** @returns the seconds to wait when one of the limits is used up, otherwise null. */
  async consume(request: CodeRequest): Promise<number | null> {
    for (const [limit, key] of this.limitsFor(request)) {
      const waitSeconds = await this.limits.consume(limit, key);
      if (waitSeconds !== null) return waitSeconds;
    }
    return null;
  }

  /**
   * Undoes `consume` when no SMS was sent.
   * @param scope `all` limits after a failure, or only the limit of the `phone` if the operator refused the number.
   */
  async refund(request: CodeRequest, scope: 'all' | 'phone'): Promise<void> {
    for (const [limit, key] of this.limitsFor(request))
      if (scope === 'all' || limit === this.perPhone) await this.limits.refund(limit, key);
  }

  private limitsFor({ transactionId, clientAddress, phoneNumber, isTest }: CodeRequest): [RateLimit, string][] {
    const network = networkKey(clientAddress);
    const limits: [RateLimit, string][] = isTest
      ? []
      : [
          [PER_TRANSACTION, transactionId],
          [this.perAddress, addressKey(clientAddress)],
          ...(network === null ? [] : [[this.perNetwork, network] satisfies [RateLimit, string]]),
          [this.perPhone, phoneNumber],
        ];
    return limits.filter(([{ points }]) => points > 0);
  }
}
