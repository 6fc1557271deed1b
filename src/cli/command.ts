import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { actingAs } from '../platform/audit/actor.js';
import { CLI_COMMAND } from '../runtime/cli-command.js';
import type { CliIo } from './cli-io.js';
import { defaultOption, flag, type Input, option, requiredOption } from './inputs.js';
import { type CommandResult, listResult, type StreamedResult } from './output/result.js';
import type { View } from './output/view.js';
import type { Services } from './queries.js';
import type { Session } from './session.js';
import { EXIT } from './user-error.js';
import { parseRowLimit } from './values/lists.js';
import { parseName, parseReason } from './values/names.js';

/** The state of one call of the program. */
export interface CommandRun {
  io: CliIo;
  session: Session;
  exitCode: number;
}

export type Commands = Readonly<Record<string, Declaration>>;

/** A command, or a noun with its commands. */
export interface Declaration {
  /** Whether it is a command that changes something. The audit records each change with its author and reason. */
  readonly isChanging: boolean;
  /** The commands of a noun. */
  readonly commands: Commands;
  /** Adds description, arguments, options, help and subcommands to the command of the declaration's name. */
  addTo(command: Command, run: CommandRun): void;
}

interface Help {
  /** Absent for the nouns of `nouns.ts`, which have it there. */
  description?: string;
  /** Lines below the help. */
  notes?: string;
  /** Ready-to-paste calls below the help, without the program's name. */
  examples: readonly string[];
}

type Inputs = Readonly<Record<string, Input<unknown>>>;
type ValuesOf<I extends Inputs> = { [Name in keyof I]: I[Name] extends Input<infer Value> ? Value : never };
type Result = CommandResult | StreamedResult;

/** What a command opens before it runs. Queries open much faster than the application. */
interface Opened {
  application: { app: INestApplicationContext };
  queries: { app: Services };
  /** For a command with checks of its own before it opens the application. */
  nothing: object;
}

type Context<Opens extends keyof Opened> = Opened[Opens] & { session: Session; target: Command };

interface CommandDeclaration<I extends Inputs, Opens extends keyof Opened, More = object> extends Help {
  /** Arguments and options. The operation gets their values by these names. */
  takes?: I;
  /** The default is `application`. */
  opens?: Opens;
  run(context: Context<Opens> & More, values: ValuesOf<I>): Result | Promise<Result>;
}

/** A command that runs an operation and prints the result as text or JSON. Not for changes. */
export function command<const I extends Inputs = Record<never, never>, Opens extends keyof Opened = 'application'>(
  declaration: CommandDeclaration<I, Opens>,
): Declaration {
  return {
    isChanging: false,
    commands: {},
    addTo(target, run) {
      const valuesOf = addInputs(target, declaration.takes);
      addHelp(target, declaration);
      target.action(async () => {
        const context = await contextOf(run, target, declaration.opens);
        await print(run, target, await declaration.run(context, valuesOf()));
      });
    },
  };
}

/** The options that a change has for the audit, unless the command takes an option of the same name itself. */
interface Audited {
  author: string;
  reason: string | undefined;
}

interface ChangeDeclaration<I extends Inputs, Opens extends keyof Opened> extends CommandDeclaration<I, Opens, Audited> {
  /** Staff must give a reason. */
  needsReason?: true;
  /** For a change that cannot be undone or affects much. The operation calls `Session.confirm`, and the command gets the option `--yes`. */
  needsConfirmation?: true;
}

/** A command that changes something. The audit records each change with its author and reason. */
export function changeCommand<const I extends Inputs = Record<never, never>, Opens extends keyof Opened = 'application'>(
  declaration: ChangeDeclaration<I, Opens>,
): Declaration {
  return {
    isChanging: true,
    commands: {},
    addTo(target, run) {
      addAuditOptions(target, declaration);
      const valuesOf = addInputs(target, declaration.takes);
      addHelp(target, declaration);
      target.action(async () => {
        const { author, reason, yes } = target.opts<{ author: string; reason?: string; yes?: true }>();
        run.session.agreed = yes === true;
        const actor = { author, door: 'cli', reason: reason ?? null, requestId: randomUUID() } as const;
        const result = await actingAs(actor, async () => {
          const context: Context<Opens> & Audited = Object.assign(await contextOf(run, target, declaration.opens), { author, reason });
          return declaration.run(context, valuesOf());
        });
        await print(run, target, result);
      });
    },
  };
}

interface ListDeclaration<Row, I extends Inputs, Opens extends keyof Opened> extends Omit<Help, 'examples'> {
  /** Without examples the help has one call as text and one as JSON. */
  examples?: readonly string[];
  takes?: I & { limit?: never };
  opens?: Opens;
  view: View<Row, string>;
  /** How many rows are shown without the option `--limit`. Absent for a list that is always whole. */
  limit?: number;
  /** @param most how many rows to read: one more than are shown, so that the list can say that there are further rows. */
  rows(context: Context<Opens>, values: ValuesOf<I>, most: number): Promise<readonly Row[]>;
  /** Printed when there are no rows. */
  empty: string;
}

/** A command that lists rows, as a table or as JSON. */
export function listCommand<Row, const I extends Inputs = Record<never, never>, Opens extends keyof Opened = 'application'>(
  declaration: ListDeclaration<Row, I, Opens>,
): Declaration {
  const { takes, view, limit: shown, empty, examples, ...help } = declaration;
  return {
    isChanging: false,
    commands: {},
    addTo(target, run) {
      const path = pathOf(target);
      const list = command<Inputs, Opens>({
        ...help,
        takes: { ...takes, ...(shown !== undefined && { limit: defaultOption('--limit <rows>', 'how many', parseRowLimit, shown) }) },
        examples: examples ?? [path, `${path}${shown === undefined ? '' : ' --limit 20'} --json`],
        async run(context, values) {
          const limit = (values['limit'] as number | undefined) ?? Infinity;
          const rows = await declaration.rows(context, values as ValuesOf<I>, limit + 1);
          return listResult(context.session, view, rows, empty, limit);
        },
      });
      list.addTo(target, run);
    },
  };
}

/** A noun, such as `partner`, with its commands by name. The help lists them in this order. */
export function noun({ commands, ...help }: Help & { commands: Commands | readonly Commands[] }): Declaration {
  const entries = [commands].flat().flatMap((group) => Object.entries(group));
  return {
    isChanging: false,
    commands: Object.fromEntries(entries),
    addTo(target, run) {
      addHelp(target, help);
      for (const [name, declaration] of entries) declaration.addTo(target.command(name), run); // commander rejects two of one name
    },
  };
}

/** The words with which a command is called, such as `payment link list`. */
const pathOf = (target: Command): string => (target.parent?.parent ? `${pathOf(target.parent)} ${target.name()}` : target.name());

async function contextOf<Opens extends keyof Opened>({ session }: CommandRun, target: Command, opens?: Opens): Promise<Context<Opens>> {
  const opened = opens === 'nothing' ? {} : { app: await (opens === 'queries' ? session.queries() : session.application()) };
  return { ...opened, session, target } as Context<Opens>;
}

/** @returns a function that reads the values after the command line was parsed. */
function addInputs<I extends Inputs>(target: Command, takes?: I): () => ValuesOf<I> {
  const readers = Object.entries<Input<unknown>>(takes ?? {}).map(([name, input]) => [name, input.addTo(target)] as const);
  return () => Object.fromEntries(readers.map(([name, read]) => [name, read()])) as ValuesOf<I>;
}

function addHelp(target: Command, { description, notes, examples }: Help): void {
  if (description !== undefined) target.description(description);
  if (notes !== undefined) target.addHelpText('after', `\n${notes}`);
  target.addHelpText('after', exampleLines(examples));
}

export function exampleLines(calls: readonly string[]): string {
  return ['', calls.length > 1 ? 'Examples:' : 'Example:', ...calls.map((call) => `  ${CLI_COMMAND} ${call}`)].join('\n');
}

/** The options that only the audit and the confirmation need. */
export const AUDIT_FLAGS: readonly string[] = ['--author', '--reason', '--yes'];

function addAuditOptions(target: Command, { takes, needsReason, needsConfirmation }: AuditOptions): void {
  const own = Object.values(takes ?? {}).map((input) => (input instanceof Option ? input.long : null));
  const reasonOption = needsReason ? requiredOption : option;
  const author = defaultOption('--author <name>', 'who changes it, for the audit', parseName, userName(), 'the user');
  const reason = reasonOption('--reason <text>', 'why, for the audit', parseReason);
  if (!own.includes('--author')) author.addTo(target);
  if (!own.includes('--reason')) reason.addTo(target);
  if (needsConfirmation) flag('--yes', 'do not ask for confirmation, for scripts').addTo(target);
}

type AuditOptions = Pick<ChangeDeclaration<Inputs, never>, 'takes' | 'needsReason' | 'needsConfirmation'>;

/** The name of the operating system's user. In a container the user may have only a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

async function print(run: CommandRun, target: Command, result: Result): Promise<void> {
  run.session.throwIfInterrupted();
  await ('chunks' in result ? writeChunks(run, result) : printResult(run, target, result));
}

function printResult(run: CommandRun, target: Command, { json, text, remark, exitCode = EXIT.ok }: CommandResult): void {
  const { stdout, stderr } = run.io;
  stdout.write(`${target.optsWithGlobals<{ json?: boolean }>().json ? JSON.stringify(json, null, 2) : text}\n`);
  if (remark) stderr.write(`${remark}\n`);
  run.exitCode = exitCode;
}

async function writeChunks(run: CommandRun, { chunks, exitCode }: StreamedResult): Promise<void> {
  const { io, session } = run;
  for await (const chunk of chunks) {
    session.throwIfInterrupted();
    if (!io.stdout.write(chunk)) await once(io.stdout, 'drain');
  }
  run.exitCode = exitCode?.() ?? EXIT.ok;
}
