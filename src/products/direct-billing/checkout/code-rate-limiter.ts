import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';
import { NETWORK_FACTOR } from '../../../runtime/rate-limits/address-rate-limiter.js';
import { addressKey, networkKey } from '../../../runtime/rate-limits/rate-limit-keys.js';
import { type RateLimit, RateLimits } from '../../../runtime/rate-limits/rate-limits.js';

/** What the budgets for codes by SMS are counted by. */
export interface CodeRequest {
  transactionId: string;
  clientAddress: string;
  phoneNumber: string;
  /** An operator's test number: it has no owner to protect. */
  isTest: boolean;
}

/** Enough for mistyped numbers, and too few to find out which numbers an operator serves. */
const PER_TRANSACTION: RateLimit = { name: 'code-transaction', points: 10, durationSeconds: 3600 };

/**
 * Each SMS costs money, and the owner of a phone must not be flooded through us. The budget of the number is taken last, after those of the
 * payment and of the client's address, so that a client cannot use it up without a single SMS.
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

  /** @returns seconds to wait when one of the budgets is used up, otherwise null. */
  async take(request: CodeRequest): Promise<number | null> {
    for (const [limit, key] of this.budgets(request)) {
      const wait = await this.limits.consume(limit, key);
      if (wait !== null) return wait;
    }
    return null;
  }

  /** No SMS was sent. @param what `all` after a failure; the number's alone when the operator does not serve it. */
  async giveBack(request: CodeRequest, what: 'all' | 'phone'): Promise<void> {
    for (const [limit, key] of this.budgets(request)) if (what === 'all' || limit === this.perPhone) await this.limits.giveBack(limit, key);
  }

  private budgets({ transactionId, clientAddress, phoneNumber, isTest }: CodeRequest): [RateLimit, string][] {
    const network = networkKey(clientAddress);
    const budgets: [RateLimit, string][] = isTest
      ? []
      : [
          [PER_TRANSACTION, transactionId],
          [this.perAddress, addressKey(clientAddress)],
          ...(network === null ? [] : [[this.perNetwork, network] satisfies [RateLimit, string]]),
          [this.perPhone, phoneNumber],
        ];
    return budgets.filter(([{ points }]) => points > 0);
  }
}
