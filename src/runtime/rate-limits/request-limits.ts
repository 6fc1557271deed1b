import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DomainError } from '../../common/errors/domain-error.js';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { AddressBudget } from './address-budget.js';
import { RateLimits } from './rate-limits.js';
import { SharedBudget } from './shared-budget.js';

const WINDOW_SECONDS = 60;

/** What a caller proves himself with: a partner's token, or a connector's secret or signature. */
export type Proof = 'token' | 'secret';

/** How many requests a token and an address may make in a minute, over all processes; 0 switches a limit off. */
@Injectable()
export class RequestLimits {
  private readonly perAddress: AddressBudget;
  private readonly perConnector: AddressBudget;
  private readonly perToken: SharedBudget | null;
  private readonly wrong: Record<Proof, AddressBudget>;

  constructor(
    limits: RateLimits,
    environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const budget = (name: string, points: number): SharedBudget | null =>
      points > 0 ? new SharedBudget(limits.store({ name, points, durationSeconds: WINDOW_SECONDS }), points) : null;
    const { perAddress, perConnector, perToken, wrongTokens } = environment.rateLimit;
    this.perAddress = new AddressBudget(budget, 'request-address', perAddress);
    this.perConnector = new AddressBudget(budget, 'request-connector', perConnector);
    this.perToken = budget('request-token', perToken);
    this.wrong = {
      token: new AddressBudget(budget, 'wrong-token', wrongTokens),
      secret: new AddressBudget(budget, 'wrong-secret', wrongTokens),
    };
  }

  /** A request of a partner or a payer, before authentication. @throws DomainError TOO_MANY_REQUESTS */
  async countAddress(address: string | undefined): Promise<void> {
    await this.spend(() => this.perAddress.take(address));
  }

  /** The same for a connector, which speaks for all payers. @throws DomainError TOO_MANY_REQUESTS */
  async countConnector(address: string | undefined): Promise<void> {
    await this.spend(() => this.perConnector.take(address));
  }

  /** @throws DomainError TOO_MANY_REQUESTS */
  async countToken(tokenId: string): Promise<void> {
    await this.spend(() => this.perToken?.take(tokenId));
  }

  /**
   * Counts a wrong one, after it was looked at: a right one is let in even where others of its address guess.
   * @throws DomainError TOO_MANY_REQUESTS when there were too many before.
   */
  async countWrong(proof: Proof, address: string | undefined): Promise<void> {
    await this.spend(() => this.wrong[proof].take(address));
  }

  /** A store that fails stops no request: whether the database is there is for the request itself to find out. */
  private async spend(take: () => Promise<number | null> | undefined): Promise<void> {
    const wait = await take()?.catch((error: unknown) => {
      this.log.warn({ err: error }, 'a rate limit could not be counted');
      return null;
    });
    refuseIf(wait ?? null);
  }
}

function refuseIf(waitSeconds: number | null): void {
  if (waitSeconds !== null) throw new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
}
