import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { INestApplicationContext } from '@nestjs/common';
import { Command, Option } from 'commander';
import { actingAs } from '../platform/audit/actor.js';
import { CLI_COMMAND } from '../runtime/cli-command.js';
import { userName } from './author.js';
import type { CliIo } from './cli-io.js';
import type { CommandResult, StreamedResult } from './output/result.js';
import type { Services } from './queries.js';
import type { Session } from './session.js';
import { EXIT } from './user-error.js';
import { parseName, parseReason } from './values/names.js';

export { CLI_COMMAND };

type Answer = Promise<CommandResult | StreamedResult>;

/** What the commands of one call share. */
export interface CommandRun {
  io: CliIo;
  session: Session;
  exitCode: number;
}

interface Changing {
  /** Staff must give a reason. */
  reason?: 'required';
  /** It cannot be undone, or changes much: it shows the change and asks, with `Session.confirm`. */
  asks?: true;
  /** Options that the command declares itself. */
  own?: readonly AuditOption[];
  /** Options that the operation gets, besides its own. */
  reads?: readonly AuditOption[];
}

type AuditOption = 'author' | 'reason' | 'yes';

/** A command that runs an operation and prints its answer, as text or JSON. Its subcommands do too. */
export class CliCommand extends Command {
  private changing = false;
  /** Options that are for the audit alone. */
  private hidden: readonly string[] = [];

  constructor(
    private readonly current: CommandRun,
    name?: string,
  ) {
    super(name);
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(this.current, name);
  }

  /** Lines below the help, after an empty one. */
  notes(...lines: string[]): this {
    return this.addHelpText('after', `\n${lines.join('\n')}`);
  }

  /** Ready-to-paste calls below the help. */
  examples(...calls: string[]): this {
    return this.notes(`${calls.length > 1 ? 'Examples' : 'Example'}:`, ...calls.map((call) => `  ${CLI_COMMAND} ${call}`));
  }

  /** Marks a command that changes something. The audit records its changes with their author and reason. */
  changes({ reason, asks, own = [], reads = [] }: Changing = {}): this {
    this.changing = true;
    const known: readonly string[] = [...own, ...reads];
    this.hidden = ['author', 'reason', 'yes'].filter((name) => !known.includes(name));
    const author = new Option('--author <name>', 'who changes it, for the audit').argParser(parseName).default(userName(), 'the user');
    const why = new Option('--reason <text>', 'why, for the audit').argParser(parseReason).makeOptionMandatory(reason === 'required');
    if (!own.includes('author')) this.addOption(author);
    if (!own.includes('reason')) this.addOption(why);
    return asks ? this.option('--yes', 'do not ask, as in a script') : this;
  }

  get isChanging(): boolean {
    return this.changing;
  }

  /** @param operation gets the parsed arguments, then the options. It opens the application itself, after checks that need none. */
  runs<A extends unknown[]>(operation: (session: Session, ...args: A) => Answer): this {
    return this.action(async (...args: [...A, Command]) => {
      const run = () => operation(this.current.session, ...(this.readable(args.slice(0, -1)) as A));
      const answer = await (this.isChanging ? this.asAuthor(run) : run());
      this.current.session.throwIfInterrupted();
      await ('chunks' in answer ? this.write(answer) : this.print(answer));
    });
  }

  /** The same with the application open. */
  withApplication<A extends unknown[]>(
    operation: (context: { app: INestApplicationContext; session: Session }, ...args: A) => Answer | CommandResult,
  ): this {
    return this.runs<A>(async (session, ...args) => operation({ app: await session.application(), session }, ...args));
  }

  /** The same with queries only, which need no application. */
  withQueries<A extends unknown[]>(
    operation: (context: { app: Services; session: Session }, ...args: A) => Answer | Awaited<Answer>,
  ): this {
    return this.runs<A>(async (session, ...args) => operation({ app: await session.queries(), session }, ...args));
  }

  /** Its options without those of the audit. */
  get ownOptions(): readonly Option[] {
    return this.options.filter((option) => !this.hidden.includes(option.attributeName()));
  }

  /** The options come last. */
  private readable(args: readonly unknown[]): unknown[] {
    const options = Object.entries(args.at(-1) as object).filter(([name]) => !this.hidden.includes(name));
    return [...args.slice(0, -1), Object.fromEntries(options)];
  }

  private asAuthor<T>(run: () => Promise<T>): Promise<T> {
    const { author, reason = null, yes } = this.opts<{ author: string; reason?: string; yes?: true }>();
    this.current.session.agreed = yes === true;
    return actingAs({ author, door: 'cli', reason, requestId: randomUUID() }, run);
  }

  private print({ json, text, remark, exitCode = EXIT.ok }: CommandResult): void {
    const { stdout, stderr } = this.current.io;
    stdout.write(`${this.optsWithGlobals<{ json?: boolean }>().json ? JSON.stringify(json, null, 2) : text}\n`);
    if (remark) stderr.write(`${remark}\n`);
    this.current.exitCode = exitCode;
  }

  private async write({ chunks, exitCode }: StreamedResult): Promise<void> {
    const { io, session } = this.current;
    for await (const chunk of chunks) {
      session.throwIfInterrupted();
      if (!io.stdout.write(chunk)) await once(io.stdout, 'drain');
    }
    this.current.exitCode = exitCode?.() ?? EXIT.ok;
  }
}
