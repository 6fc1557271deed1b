import { createInterface } from 'node:readline';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { formatTimestamp } from '../common/time/timestamp.js';
import type { PlatformOptions } from '../platform.module.js';
import { openDatabase, type OpenDatabase } from '../program/open-database.js';
import { type Environment, readEnvironment } from '../runtime/config/environment.js';
import { createLogger } from '../runtime/logging/logger.js';
import type { CliIo } from './cli-io.js';
import type { OpenDataSource } from './open-data-source.js';
import type { Services } from './queries.js';
import type { Progress } from './output/progress.js';
import { EXIT, UserError } from './user-error.js';

/** Starts the services behind the commands. */
export type StartApplication = (options: PlatformOptions) => Promise<INestApplicationContext>;

/** Database and application of one command, opened when the command needs them. */
export class Session {
  /** Whether the user has agreed in advance, with --yes. */
  agreed = false;
  private settings?: Environment;
  private databaseOpening?: Promise<OpenDatabase>;
  private applicationStarting?: Promise<INestApplicationContext>;
  private sourceOpening?: Promise<OpenDataSource>;

  constructor(
    private readonly io: CliIo,
    private readonly startApplication: StartApplication,
  ) {}

  /**
   * The gateway's settings, without scheduled tasks, deliveries and metrics port. SQL statements have no timeout: the user can interrupt
   * them.
   */
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

  /** The configured database, or the embedded one: shared with a running gateway, otherwise started for this command. */
  database(): Promise<OpenDatabase> {
    return (this.databaseOpening ??= openDatabase(this.environment, 'guest', (line) => this.logger.info(line)));
  }

  /** @throws UserError in an interrupted command, so that nothing is changed after the message "Interrupted.". */
  async application(): Promise<INestApplicationContext> {
    const application = await (this.applicationStarting ??= this.start());
    this.throwIfInterrupted();
    return application;
  }

  /** For a command that only reads. */
  async queries(): Promise<Services> {
    const [{ openDataSource }, { Queries }] = await Promise.all([import('./open-data-source.js'), import('./queries.js')]);
    const { appUrl } = await this.database();
    const open = await (this.sourceOpening ??= openDataSource(appUrl, this.environment.database));
    this.throwIfInterrupted();
    return new Queries(open);
  }

  async get<T>(type: Type<T>): Promise<T> {
    return (await this.application()).get(type);
  }

  /** A time as text, with the offset of DISPLAY_TIME_ZONE. */
  timestamp(at: Date | null): string | null {
    return at && formatTimestamp(at, this.environment.app.displayTimeZone);
  }

  /** Writes a remark to standard error, during the work. */
  notify(line: string): void {
    this.io.stderr.write(`${line}\n`);
  }

  /** Shows what will change, and returns when the user agrees. @throws UserError otherwise. */
  async confirm(...lines: string[]): Promise<void> {
    if (this.agreed) return;
    this.notify(lines.join('\n'));
    if (!this.io.stdin?.isTTY) throw UserError.usage('There is no terminal for the confirmation. Give --yes to continue without it.');
    if (!/^y(es)?$/i.test((await this.prompt('Continue? [y/N] ')).trim())) throw new UserError('Nothing was changed.');
  }

  /** @returns the line that the user enters, or an empty text when the input ends. */
  private async prompt(question: string): Promise<string> {
    const { stdin: input = process.stdin, stderr: output, signal } = this.io;
    const terminal = createInterface({ input, output, ...(signal && { signal }) });
    try {
      return await new Promise<string>((resolve) => {
        terminal.once('close', () => resolve(''));
        terminal.question(question, resolve);
      });
    } finally {
      terminal.close();
    }
  }

  /** Runs long work with a progress bar on the terminal. Each progress report throws when the user has interrupted the command. */
  async withProgress<T>(unit: string, work: (report: Progress['update']) => Promise<T>): Promise<T> {
    const { startProgress } = await import('./output/progress.js');
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

  /** Called between the steps of long work, which must release its connections before the application can be closed. */
  throwIfInterrupted(): void {
    if (this.io.signal?.aborted) throw new UserError('Interrupted.', EXIT.interrupted);
  }

  /** Closes everything that was opened, in the reverse order. Also works after a failure, and while something is still opening. */
  async close(): Promise<void> {
    const application = await this.applicationStarting?.catch(() => undefined);
    await application?.close();
    const open = await this.sourceOpening?.catch(() => undefined);
    await open?.source.destroy();
    const database = await this.databaseOpening?.catch(() => undefined);
    await database?.close();
  }

  /** Checks the migrations with a connection of its own, before the application starts. */
  private async start(): Promise<INestApplicationContext> {
    const { openDataSource } = await import('./open-data-source.js');
    const { appUrl } = await this.database();
    const { environment, logger } = this;
    const { source } = await openDataSource(appUrl, environment.database);
    await source.destroy();
    return this.startApplication({ environment, databaseUrl: appUrl, logger });
  }

  /** Logs go to standard error, because standard output is only for the result. */
  private get logger(): ReturnType<typeof createLogger> {
    return createLogger(this.environment.app.logLevel, { write: (line) => void this.io.stderr.write(line) });
  }
}
