import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { LOGGER } from '../../runtime/logging/logger.js';

const WRITE_EVERY_MS = 15_000;
const MAX_USES_PER_STATEMENT = 1_000;

/** Rows are written in the order of ids, so that processes which write concurrently cannot deadlock. */
const UPSERT_USES = `
  INSERT INTO access_token_use (token_id, last_used_at, last_address)
  SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS used (token_id, last_used_at, last_address) ORDER BY token_id
  ON CONFLICT (token_id) DO UPDATE SET last_used_at = EXCLUDED.last_used_at, last_address = EXCLUDED.last_address
  WHERE access_token_use.last_used_at < EXCLUDED.last_used_at`;

interface Use {
  usedAt: Date;
  address: string;
}

/**
 * Records when and from which address each token was last used. Requests note uses in memory, and a timer writes them every 15 seconds. A
 * killed process loses the uses since the last write.
 */
@Injectable()
export class TokenUsage implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly pendingUses = new Map<string, Use>();
  private timer: NodeJS.Timeout | undefined;
  private lastWrite: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  note(tokenId: string, address: string | undefined): void {
    this.pendingUses.set(tokenId, { usedAt: this.clock.now(), address: address ?? '' });
  }

  /** Writes run one after the other. Uses that could not be written are noted again, unless the token was used meanwhile. */
  write(): Promise<void> {
    this.lastWrite = this.lastWrite.then(() => this.writePendingUses());
    return this.lastWrite;
  }

  private async writePendingUses(): Promise<void> {
    const uses = [...this.pendingUses];
    this.pendingUses.clear();
    try {
      while (uses.length > 0) {
        const batch = uses.slice(-MAX_USES_PER_STATEMENT); // from the end, so that written uses can be cut off
        await this.dataSource.query(UPSERT_USES, [
          batch.map(([id]) => id),
          batch.map(([, { usedAt }]) => usedAt),
          batch.map(([, { address }]) => address),
        ]);
        uses.length -= batch.length;
      }
    } catch (error) {
      for (const [id, use] of uses) if (!this.pendingUses.has(id)) this.pendingUses.set(id, use);
      this.log.warn({ err: error }, 'Could not write the last-used time of tokens, will retry');
    }
  }
}
