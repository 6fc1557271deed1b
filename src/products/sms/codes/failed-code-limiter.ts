import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error.js';
import { Environment } from '../../../runtime/config/environment.js';
import { addressKey } from '../../../runtime/rate-limits/rate-limit-keys.js';
import { type RateLimit, RateLimits } from '../../../runtime/rate-limits/rate-limits.js';

/** The source of a code check. The rate limits count by its values. */
export interface CodeCheckSource {
  serviceId: string;
  /** IP address of the payer. null if the partner does not send it. */
  payerAddress: string | null;
}

/**
 * Limits checks of unknown codes, so that codes cannot be guessed: per payer, if the partner sends IP addresses, and per service. The
 * payer's limit is counted first, so that one payer cannot use up the limit of the service.
 */
@Injectable()
export class FailedCodeLimiter {
  private readonly perPayer: RateLimit;
  private readonly perService: RateLimit;

  constructor(
    private readonly limits: RateLimits,
    { rateLimit }: Environment,
  ) {
    this.perPayer = { name: 'sms-wrong-code', points: rateLimit.failedCodeChecks, durationSeconds: 60 };
    this.perService = { name: 'sms-wrong-code-service', points: rateLimit.failedCodeChecksPerService, durationSeconds: 60 };
  }

  /** Called before a code is read. @throws DomainError TOO_MANY_REQUESTS after too many unknown codes. */
  async assertNotLimited(source: CodeCheckSource): Promise<void> {
    for (const [limit, key] of this.limitsFor(source)) rejectIfLimited(await this.limits.readWaitSeconds(limit, key));
  }

  /** Counts an unknown code. @throws DomainError TOO_MANY_REQUESTS when concurrent requests have used up the limit. */
  async count(source: CodeCheckSource): Promise<void> {
    for (const [limit, key] of this.limitsFor(source)) rejectIfLimited(await this.limits.consume(limit, key));
  }

  private limitsFor({ serviceId, payerAddress }: CodeCheckSource): [RateLimit, string][] {
    const payerLimit: [RateLimit, string][] = payerAddress === null ? [] : [[this.perPayer, `${serviceId}:${addressKey(payerAddress)}`]];
    const limits: [RateLimit, string][] = [...payerLimit, [this.perService, serviceId]];
    return limits.filter(([{ points }]) => points > 0);
  }
}

function rejectIfLimited(waitSeconds: number | null): void {
  if (waitSeconds !== null) throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
}
