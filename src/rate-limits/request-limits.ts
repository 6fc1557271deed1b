import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DomainError } from '../common/errors/domain-error.js';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { RateLimits } from './rate-limits.js';
import { SharedBudget } from './shared-budget.js';

const WINDOW_SECONDS = 60;

/** How many requests a token and an address may make in a minute, over all processes; 0 switches a limit off. */
@Injectable()
export class RequestLimits {
  private readonly perAddress: SharedBudget | null;
  private readonly perToken: SharedBudget | null;
  private readonly wrongTokens: SharedBudget | null;

  constructor(
    limits: RateLimits,
    environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const budget = (name: string, points: number): SharedBudget | null =>
      points > 0 ? new SharedBudget(limits.store({ name, points, durationSeconds: WINDOW_SECONDS }), points) : null;
    const { perAddress, perToken, wrongTokens } = environment.rateLimit;
    this.perAddress = budget('request-address', perAddress);
    this.perToken = budget('request-token', perToken);
    this.wrongTokens = budget('wrong-token', wrongTokens);
  }

  /** Before authentication. @throws DomainError TOO_MANY_REQUESTS */
  async countAddress(address: string): Promise<void> {
    refuseIf(this.wrongTokens?.blockedFor(address) ?? null);
    await this.spend(this.perAddress, address);
  }

  /** @throws DomainError TOO_MANY_REQUESTS */
  async countToken(tokenId: string): Promise<void> {
    await this.spend(this.perToken, tokenId);
  }

  /** Counts a wrong token. @throws DomainError TOO_MANY_REQUESTS when the address has tried too many. */
  async countWrongToken(address: string): Promise<void> {
    await this.spend(this.wrongTokens, address);
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
