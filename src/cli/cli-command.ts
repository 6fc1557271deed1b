import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import { Command, Option } from 'commander';
import { actingAs } from '../platform/audit/actor.js';
import { CLI_COMMAND } from '../runtime/cli-command.js';
import type { CliIo } from './cli-io.js';
import type { CommandResult, StreamedResult } from './output/result.js';
import type { Services } from './queries.js';
import type { Session } from './session.js';
import { EXIT } from './user-error.js';
import { parseName, parseReason } from './values/names.js';

export { CLI_COMMAND };

type Result = Promise<CommandResult | StreamedResult>;

/** The state of one call of the program. */
export interface CommandRun {
  io: CliIo;
  session: Session;
  exitCode: number;
}

interface ChangeOptions {
  /** `required`: staff must give a reason. Default: they may. */
  reason?: 'required';
  /** For a change that cannot be undone or affects much. The command calls `Session.confirm`, and gets the option `--yes`. */
  needsConfirmation?: true;
  /** Audit options that the command declares itself, with texts of its own. The operation gets their values. */
  own?: readonly AuditOption[];
  /** Audit options with the common texts whose values the operation gets too. */
  reads?: readonly AuditOption[];
}

type AuditOption = 'author' | 'reason' | 'yes';

/** A command that runs an operation and prints the result as text or JSON. Its subcommands have the same class. */
export class CliCommand extends Command {
  private isChange = false;
  /** Options that only the audit needs. The operation does not get them. */
  private auditOnlyOptions: readonly string[] = [];

  constructor(
    private readonly commandRun: CommandRun,
    name?: string,
  ) {
    super(name);
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(this.commandRun, name);
  }

  /** Adds lines below the help, after an empty line. */
  notes(...lines: string[]): this {
    return this.addHelpText('after', `\n${lines.join('\n')}`);
  }

  /** Adds ready-to-paste calls below the help. */
  examples(...calls: string[]): this {
    return this.notes(`${calls.length > 1 ? 'Examples' : 'Example'}:`, ...calls.map((call) => `  ${CLI_COMMAND} ${call}`));
  }

  /** Marks a command that changes something. The audit records each change with its author and reason. */
  changes({ reason, needsConfirmation, own = [], reads = [] }: ChangeOptions = {}): this {
    this.isChange = true;
    const operationOptions: readonly string[] = [...own, ...reads];
    this.auditOnlyOptions = ['author', 'reason', 'yes'].filter((name) => !operationOptions.includes(name));
    const authorOption = new Option('--author <name>', 'who changes it, for the audit')
      .argParser(parseName)
      .default(userName(), 'the user');
    const reasonOption = new Option('--reason <text>', 'why, for the audit')
      .argParser(parseReason)
      .makeOptionMandatory(reason === 'required');
    if (!own.includes('author')) this.addOption(authorOption);
    if (!own.includes('reason')) this.addOption(reasonOption);
    return needsConfirmation ? this.option('--yes', 'do not ask for confirmation, for scripts') : this;
  }

  get isChanging(): boolean {
    return this.isChange;
  }

  /**
   * @param operation gets the parsed arguments, then the options. It opens the application itself, after the checks that need no
   * application.
   */
  runs<A extends unknown[]>(operation: (session: Session, ...args: A) => Result): this {
    return this.action(async (...args: [...A, Command]) => {
      const run = () => operation(this.commandRun.session, ...(this.operationArguments(args.slice(0, -1)) as A));
      const result = await (this.isChanging ? this.asAuthor(run) : run());
      this.commandRun.session.throwIfInterrupted();
      await ('chunks' in result ? this.writeChunks(result) : this.printResult(result));
    });
  }

  /** Like `runs`, but the application is already open. */
  withApplication<A extends unknown[]>(
    operation: (context: { app: INestApplicationContext; session: Session }, ...args: A) => Result | CommandResult,
  ): this {
    return this.runs<A>(async (session, ...args) => operation({ app: await session.application(), session }, ...args));
  }

  /** Like `runs`, but only with queries, which need no application. */
  withQueries<A extends unknown[]>(
    operation: (context: { app: Services; session: Session }, ...args: A) => Result | Awaited<Result>,
  ): this {
    return this.runs<A>(async (session, ...args) => operation({ app: await session.queries(), session }, ...args));
  }

  /** The options of the command without those that only the audit needs. */
  get ownOptions(): readonly Option[] {
    return this.options.filter((option) => !this.auditOnlyOptions.includes(option.attributeName()));
  }

  /** The arguments for the operation. The last argument is the options, without those that only the audit needs. */
  private operationArguments(args: readonly unknown[]): unknown[] {
    const options = Object.entries(args.at(-1) as object).filter(([name]) => !this.auditOnlyOptions.includes(name));
    return [...args.slice(0, -1), Object.fromEntries(options)];
  }

  private asAuthor<T>(run: () => Promise<T>): Promise<T> {
    const { author, reason = null, yes } = this.opts<{ author: string; reason?: string; yes?: true }>();
    this.commandRun.session.agreed = yes === true;
    return actingAs({ author, door: 'cli', reason, requestId: randomUUID() }, run);
  }

  private printResult({ json, text, remark, exitCode = EXIT.ok }: CommandResult): void {
    const { stdout, stderr } = this.commandRun.io;
    stdout.write(`${this.optsWithGlobals<{ json?: boolean }>().json ? JSON.stringify(json, null, 2) : text}\n`);
    if (remark) stderr.write(`${remark}\n`);
    this.commandRun.exitCode = exitCode;
  }

  private async writeChunks({ chunks, exitCode }: StreamedResult): Promise<void> {
    const { io, session } = this.commandRun;
    for await (const chunk of chunks) {
      session.throwIfInterrupted();
      if (!io.stdout.write(chunk)) await once(io.stdout, 'drain');
    }
    this.commandRun.exitCode = exitCode?.() ?? EXIT.ok;
  }
}

/** The name of the operating system's user. In a container the user may have only a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}
