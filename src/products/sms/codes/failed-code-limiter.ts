import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error.js';
import { Environment } from '../../../runtime/config/environment.js';
import { addressKey } from '../../../runtime/rate-limits/rate-limit-keys.js';
import { type RateLimit, RateLimits } from '../../../runtime/rate-limits/rate-limits.js';

/** The source of a tried code. */
export interface CodeCheckSource {
  serviceId: string;
  /** Null if the partner does not send it. */
  payerAddress: string | null;
}

/**
 * Limits the guessing of codes, per payer (if the partner sends addresses) and per service. The payer's limit is counted first, so that one payer
 * cannot use up the service's.
 */
@Injectable()
export class FailedCodeLimiter {
  private readonly perPayer: RateLimit;
  private readonly perService: RateLimit;

  constructor(
    private readonly limits: RateLimits,
    { rateLimit }: Environment,
  ) {
    this.perPayer = { name: 'sms-wrong-code', points: rateLimit.wrongCodes, durationSeconds: 60 };
    this.perService = { name: 'sms-wrong-code-service', points: rateLimit.wrongCodesPerService, durationSeconds: 60 };
  }

  /** Before a code is looked at. @throws DomainError TOO_MANY_REQUESTS when too many wrong ones were tried. */
  async refuse(guesser: CodeCheckSource): Promise<void> {
    for (const [limit, key] of this.budgets(guesser)) refuseIf(await this.limits.waitFor(limit, key));
  }

  /** Counts a wrong one. @throws DomainError TOO_MANY_REQUESTS when too many were tried meanwhile. */
  async count(guesser: CodeCheckSource): Promise<void> {
    for (const [limit, key] of this.budgets(guesser)) refuseIf(await this.limits.consume(limit, key));
  }

  private budgets({ serviceId, payerAddress }: CodeCheckSource): [RateLimit, string][] {
    const ofPayer: [RateLimit, string][] = payerAddress === null ? [] : [[this.perPayer, `${serviceId}:${addressKey(payerAddress)}`]];
    const budgets: [RateLimit, string][] = [...ofPayer, [this.perService, serviceId]];
    return budgets.filter(([{ points }]) => points > 0);
  }
}

function refuseIf(waitSeconds: number | null): void {
  if (waitSeconds !== null) throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
}
