import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DomainError } from '../../common/errors/domain-error.js';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { AddressRateLimiter } from './address-rate-limiter.js';
import { RateLimits } from './rate-limits.js';
import { SharedRateLimiter } from './shared-rate-limiter.js';

const WINDOW_SECONDS = 60;

/** How a caller authenticates: with a partner's token, or with a connector's secret or signature. */
export type CredentialKind = 'token' | 'secret';

/**
 * Limits of requests per minute for tokens and addresses, over all processes; 0 switches a limit off. Points at hand are counted at once: only when
 * a budget has to ask the store is there a promise.
 */
@Injectable()
export class RequestLimits {
  private readonly perAddress: AddressRateLimiter;
  private readonly perConnector: AddressRateLimiter;
  private readonly perToken: SharedRateLimiter | null;
  private readonly wrong: Record<CredentialKind, AddressRateLimiter>;

  constructor(
    limits: RateLimits,
    environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const budget = (name: string, points: number): SharedRateLimiter | null =>
      points > 0 ? new SharedRateLimiter(limits.store({ name, points, durationSeconds: WINDOW_SECONDS }), points) : null;
    const { perAddress, perConnector, perToken, wrongTokens } = environment.rateLimit;
    this.perAddress = new AddressRateLimiter(budget, 'request-address', perAddress);
    this.perConnector = new AddressRateLimiter(budget, 'request-connector', perConnector);
    this.perToken = budget('request-token', perToken);
    this.wrong = {
      token: new AddressRateLimiter(budget, 'wrong-token', wrongTokens),
      secret: new AddressRateLimiter(budget, 'wrong-secret', wrongTokens),
    };
  }

  /** For a request of a partner or a payer, before authentication. @throws DomainError TOO_MANY_REQUESTS */
  countAddress(address: string | undefined): Promise<void> | undefined {
    return this.spend(this.perAddress.take(address));
  }

  /** The same for a connector, which sends for all payers. @throws DomainError TOO_MANY_REQUESTS */
  countConnector(address: string | undefined): Promise<void> | undefined {
    return this.spend(this.perConnector.take(address));
  }

  /** @throws DomainError TOO_MANY_REQUESTS */
  countToken(tokenId: string): Promise<void> | undefined {
    return this.spend(this.perToken?.take(tokenId));
  }

  /**
   * Counts a wrong proof after it was checked, so that guesses from an address never lock out a right one.
   * @throws DomainError TOO_MANY_REQUESTS when there were too many before.
   */
  async countWrong(proof: CredentialKind, address: string | undefined): Promise<void> {
    await this.spend(this.wrong[proof].take(address));
  }

  /** A failing store refuses no request: if the database is away, the request itself will find out. */
  private spend(wait: number | null | Promise<number | null> = null): Promise<void> | undefined {
    if (!(wait instanceof Promise)) {
      refuseIf(wait);
      return undefined;
    }
    return wait
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'a rate limit could not be counted');
        return null;
      })
      .then(refuseIf);
  }
}

function refuseIf(waitSeconds: number | null): void {
  if (waitSeconds !== null) throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
}
