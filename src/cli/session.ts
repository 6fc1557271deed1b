import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { formatTimestamp } from '../common/time/timestamp.js';
import { type Environment, readEnvironment } from '../runtime/config/environment.js';
import type { MigrationList } from '../runtime/database/schema/migration-list.js';
import { createLogger } from '../runtime/logging/logger.js';
import { NestLogger } from '../runtime/logging/nest-logger.js';
import { openDatabase, type OpenDatabase } from '../program/open-database.js';
import type { CliIo } from './cli-io.js';
import { CliModule } from './cli.module.js';
import { EXIT } from './exit-codes.js';
import { type Progress, startProgress } from './output/progress.js';
import { refuseMissingMigrations } from './refuse-missing-migrations.js';
import { UserError } from './user-error.js';

/** What one run of the command line opens, each part only when a command asks for it. */
export class Session {
  private settings?: Environment;
  private opening?: Promise<OpenDatabase>;
  private starting?: Promise<INestApplicationContext>;

  /**
   * @param products modules with the products' services
   * @param migrations of all parts
   */
  constructor(
    private readonly io: CliIo,
    private readonly products: readonly Type[],
    readonly migrations: MigrationList,
  ) {}

  /** The gateway's own settings, but as a guest: due work, deliveries and the metrics' port are left to the gateway, and whoever waits can interrupt it. */
  get environment(): Environment {
    return (this.settings ??= readEnvironment({
      ...this.io.env,
      ROLE: 'api',
      METRICS_PORT: undefined,
      DATABASE_STATEMENT_TIMEOUT_MS: '0',
      DATABASE_LOCK_TIMEOUT_MS: '0',
      LOG_LEVEL: this.io.env['LOG_LEVEL'] || 'silent',
    }));
  }

  /** The database that is configured, or the embedded one: shared with a running gateway, otherwise started for this command. */
  database(): Promise<OpenDatabase> {
    return (this.opening ??= openDatabase(this.environment, 'guest', (line) => this.logger.info(line)));
  }

  /** An interrupted command gets no further than this: nothing is changed after the user was told that it stopped. */
  async application(): Promise<INestApplicationContext> {
    const application = await (this.starting ??= this.start());
    this.throwIfInterrupted();
    return application;
  }

  /** A moment as all answers print it: with the offset of DISPLAY_TIME_ZONE. */
  timestamp(at: Date | null): string | null {
    return at && formatTimestamp(at, this.environment.app.displayTimeZone);
  }

  /** Something that whoever waits should know meanwhile; it is no part of the answer. */
  notify(line: string): void {
    this.io.stderr.write(`${line}\n`);
  }

  startProgress(unit: string): Progress {
    return startProgress(this.io, unit);
  }

  /** For long work between its steps: what it holds must be given back before anything can be closed. */
  throwIfInterrupted(): void {
    if (this.io.signal?.aborted) throw new UserError('Interrupted.', EXIT.interrupted);
  }

  /** Also after a failure or in the middle of opening: what has been opened is closed, in the opposite order. */
  async close(): Promise<void> {
    const application = await this.starting?.catch(() => undefined);
    await application?.close();
    const database = await this.opening?.catch(() => undefined);
    await database?.close();
  }

  private async start(): Promise<INestApplicationContext> {
    const { appUrl } = await this.database();
    const { environment, logger } = this;
    await refuseMissingMigrations(appUrl, this.migrations, environment.database.connectionTimeoutMs);
    return NestFactory.createApplicationContext(CliModule.forRoot({ environment, databaseUrl: appUrl, logger }, this.products), {
      logger: new NestLogger(logger),
      abortOnError: false,
    });
  }

  /** Standard output belongs to the answer. */
  private get logger(): ReturnType<typeof createLogger> {
    return createLogger(this.environment.app.logLevel, { write: (line) => void this.io.stderr.write(line) });
  }
}
