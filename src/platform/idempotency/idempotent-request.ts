import type { DataSource, EntityManager } from 'typeorm';
import type { IdempotencyKeys, KeyOwner } from './idempotency-keys.js';

/**
 * The claim of one request. A controller hands `keep` to the service that makes the change, so that change and answer are
 * committed together; without an `Idempotency-Key` it does nothing.
 */
export class IdempotentRequest {
  private kept = false;

  constructor(
    private readonly keys?: IdempotencyKeys,
    private readonly owner?: KeyOwner,
    private readonly claimId?: string,
  ) {}

  /** What a service has to write together with its change; undefined when nothing is kept, so that it need not open a transaction. */
  together<A extends unknown[]>(write: (...args: A) => Promise<void>): ((...args: A) => Promise<void>) | undefined {
    return this.keys ? write : undefined;
  }

  async keep(on: EntityManager | DataSource, status: number, answer: unknown): Promise<void> {
    if (!this.keys || !this.owner || !this.claimId || this.kept) return;
    await this.keys.keep(on, this.owner, this.claimId, { status, body: JSON.stringify(answer) ?? '' });
    this.kept = true;
  }

  async release(): Promise<void> {
    if (this.keys && this.owner && this.claimId && !this.kept) await this.keys.release(this.owner, this.claimId);
  }
}
