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
 * Limits of requests per minute for tokens and IP addresses, over all processes. 0 switches a limit off. While a process has points, the
 * methods return without a promise. They return a promise only when a limiter needs points from the store.
 */
@Injectable()
export class RequestLimits {
  private readonly perAddress: AddressRateLimiter;
  private readonly perConnector: AddressRateLimiter;
  private readonly perToken: SharedRateLimiter | null;
  private readonly perFailure: Record<CredentialKind, AddressRateLimiter>;

  constructor(
    limits: RateLimits,
    environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const createLimiter = (name: string, points: number): SharedRateLimiter | null =>
      points > 0 ? new SharedRateLimiter(limits.store({ name, points, durationSeconds: WINDOW_SECONDS }), points) : null;
    const { perAddress, perConnector, perToken, failedAuth } = environment.rateLimit;
    this.perAddress = new AddressRateLimiter(createLimiter, 'request-address', perAddress);
    this.perConnector = new AddressRateLimiter(createLimiter, 'request-connector', perConnector);
    this.perToken = createLimiter('request-token', perToken);
    this.perFailure = {
      token: new AddressRateLimiter(createLimiter, 'wrong-token', failedAuth),
      secret: new AddressRateLimiter(createLimiter, 'wrong-secret', failedAuth),
    };
  }

  /** Counts a request of a partner or a payer, before authentication. @throws DomainError TOO_MANY_REQUESTS */
  countAddress(address: string | undefined): Promise<void> | undefined {
    return this.rejectIfExhausted(this.perAddress.consume(address));
  }

  /** Counts a callback of a provider, which sends for all payers from few addresses. @throws DomainError TOO_MANY_REQUESTS */
  countConnector(address: string | undefined): Promise<void> | undefined {
    return this.rejectIfExhausted(this.perConnector.consume(address));
  }

  /** @throws DomainError TOO_MANY_REQUESTS */
  countToken(tokenId: string): Promise<void> | undefined {
    return this.rejectIfExhausted(this.perToken?.consume(tokenId));
  }

  /**
   * Counts a wrong credential after the check, so that guesses from an address never block valid credentials from the same address.
   * @throws DomainError TOO_MANY_REQUESTS when there were too many wrong credentials before.
   */
  async countWrong(credential: CredentialKind, address: string | undefined): Promise<void> {
    await this.rejectIfExhausted(this.perFailure[credential].consume(address));
  }

  /** When the store fails, the request is accepted. If the database is unavailable, the request itself will fail. */
  private rejectIfExhausted(waitSeconds: number | null | Promise<number | null> = null): Promise<void> | undefined {
    if (!(waitSeconds instanceof Promise)) {
      throwIfWaiting(waitSeconds);
      return undefined;
    }
    return waitSeconds
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'could not count a request for a rate limit, the request is accepted');
        return null;
      })
      .then(throwIfWaiting);
  }
}

function throwIfWaiting(waitSeconds: number | null): void {
  if (waitSeconds !== null) throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
}
