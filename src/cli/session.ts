import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { formatTimestamp } from '../common/time/timestamp.js';
import { openDatabase, type OpenDatabase } from '../program/open-database.js';
import { CALL } from '../runtime/command-call.js';
import { type Environment, readEnvironment } from '../runtime/config/environment.js';
import type { MigrationList } from '../runtime/database/schema/migration-list.js';
import { pendingMigrations } from '../runtime/database/schema/migrate.js';
import { createLogger } from '../runtime/logging/logger.js';
import { NestLogger } from '../runtime/logging/nest-logger.js';
import type { CliIo } from './cli-io.js';
import { CliModule } from './cli.module.js';
import { type Progress, startProgress } from './output/progress.js';
import { EXIT, UserError } from './user-error.js';

/** Database and application of one command, opened when the command needs them. */
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

  /** The gateway's own settings, but due work, deliveries and the metrics' port are left to it. Statements have no timeout: the user can interrupt them. */
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

  /** A service of the application. */
  async get<T>(type: Type<T>): Promise<T> {
    return (await this.application()).get(type);
  }

  /** A moment as all answers print it: with the offset of DISPLAY_TIME_ZONE. */
  timestamp(at: Date | null): string | null {
    return at && formatTimestamp(at, this.environment.app.displayTimeZone);
  }

  /** A remark while the command works; it is no part of the answer. */
  notify(line: string): void {
    this.io.stderr.write(`${line}\n`);
  }

  /** Long work with a bar on the terminal. Each report of it ends the work when the user has interrupted it. */
  async withProgress<T>(unit: string, work: (report: Progress['update']) => Promise<T>): Promise<T> {
    const progress = startProgress(this.io, unit);
    try {
      return await work((done, total) => {
        this.throwIfInterrupted();
        progress.update(done, total);
      });
    } finally {
      progress.stop();
    }
  }

  /** Called between the steps of long work: it must release what it holds before the application can be closed. */
  throwIfInterrupted(): void {
    if (this.io.signal?.aborted) throw new UserError('Interrupted.', EXIT.interrupted);
  }

  /** Closes what was opened, in the opposite order; also after a failure, or in the middle of opening. */
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

/** Runs before anything else reads the database: an error about a missing table would be harder to understand. */
async function refuseMissingMigrations(url: string, migrations: MigrationList, connectTimeoutMS: number): Promise<void> {
  const source = await new DataSource({
    type: 'postgres',
    url,
    poolSize: 1,
    applicationName: 'gateway cli',
    connectTimeoutMS,
  }).initialize();
  try {
    const pending = await pendingMigrations(source, migrations);
    if (pending.length > 0) {
      throw new UserError(`The database lacks ${pending.length} migration(s). Run them first: ${CALL} migrate`);
    }
  } finally {
    await source.destroy();
  }
}
