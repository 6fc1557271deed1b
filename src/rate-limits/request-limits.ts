import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DomainError } from '../common/errors/domain-error.js';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { RateLimits } from './rate-limits.js';
import { SharedBudget } from './shared-budget.js';

const WINDOW_SECONDS = 60;
/** Wrong tokens an address may try in a minute before everything from it has to wait. */
const FAILED_AUTHENTICATIONS = 30;

/** How many requests a token and an address may make in a minute, over all processes; 0 switches a limit off. */
@Injectable()
export class RequestLimits {
  private readonly perAddress: SharedBudget | null;
  private readonly perToken: SharedBudget | null;
  private readonly failures: SharedBudget;

  constructor(
    limits: RateLimits,
    environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const budget = (name: string, points: number): SharedBudget => new SharedBudget(limits.store({ name, points, durationSeconds: WINDOW_SECONDS }), points);
    const { perAddress, perToken } = environment.rateLimit;
    this.perAddress = perAddress > 0 ? budget('request-address', perAddress) : null;
    this.perToken = perToken > 0 ? budget('request-token', perToken) : null;
    this.failures = budget('failed-authentication', FAILED_AUTHENTICATIONS);
  }

  /** Before authentication. @throws DomainError TOO_MANY_REQUESTS */
  async countAddress(address: string): Promise<void> {
    refuseIf(this.failures.blockedFor(address));
    await this.spend(this.perAddress, address);
  }

  /** @throws DomainError TOO_MANY_REQUESTS */
  async countToken(tokenId: string): Promise<void> {
    await this.spend(this.perToken, tokenId);
  }

  /** Counts a wrong token. @throws DomainError TOO_MANY_REQUESTS when the address has tried too many. */
  async countFailedAuthentication(address: string): Promise<void> {
    await this.spend(this.failures, address);
  }

  /** A store that fails stops nobody: whether the database is there is for the request itself to find out. */
  private async spend(budget: SharedBudget | null, key: string): Promise<void> {
    const wait = await budget?.take(key).catch((error: unknown) => {
      this.log.warn({ err: error }, 'a rate limit could not be counted');
      return null;
    });
    refuseIf(wait ?? null);
  }
}

function refuseIf(waitSeconds: number | null): void {
  if (waitSeconds !== null) throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
}
