import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { LOGGER } from '../../runtime/logging/logger.js';

const WRITE_EVERY_MS = 15_000;
const AT_ONCE = 1_000;

/** In the order of ids, so that processes which write at the same time cannot deadlock. */
const KEEP = `
  INSERT INTO access_token_use (token_id, last_used_at, last_address)
  SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS used (token_id, last_used_at, last_address) ORDER BY token_id
  ON CONFLICT (token_id) DO UPDATE SET last_used_at = EXCLUDED.last_used_at, last_address = EXCLUDED.last_address
  WHERE access_token_use.last_used_at < EXCLUDED.last_used_at`;

interface Use {
  at: Date;
  address: string;
}

/**
 * When each token was used last, and from where. Requests note it in memory; it is written every 15 seconds, so a killed process loses the
 * uses since then.
 */
@Injectable()
export class TokenUsage implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly noted = new Map<string, Use>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

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
    this.noted.set(tokenId, { at: this.clock.now(), address: address ?? '' });
  }

  /** Writes take turns. Uses that could not be written are noted again, unless the token was used meanwhile. */
  write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeNoted());
    return this.writing;
  }

  private async writeNoted(): Promise<void> {
    const uses = [...this.noted];
    this.noted.clear();
    try {
      while (uses.length > 0) {
        const some = uses.slice(-AT_ONCE);
        await this.dataSource.query(KEEP, [some.map(([id]) => id), some.map(([, { at }]) => at), some.map(([, { address }]) => address)]);
        uses.length -= some.length;
      }
    } catch (error) {
      for (const [id, use] of uses) if (!this.noted.has(id)) this.noted.set(id, use);
      this.log.warn({ err: error }, 'the last uses of tokens could not be written; they are written again later');
    }
  }
}
