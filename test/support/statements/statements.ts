import { readdirSync } from 'node:fs';
import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Statement {
  /** The path of the source file, and the name of the statement if it has one. */
  where: string;
  text: string;
}

/** One function of `statementsOfSource` in `statements-hooks.mjs`. */
type StatementThunk = () => { run?: unknown; constant?: unknown };

const SRC = resolve(import.meta.dirname, '../../../src');
/** Importing a `main.ts` would start the program. The statements of migrations run whenever a test database is created. */
const SKIPPED_FILES = /(^|\/)main\.ts$|migrations\/|\.spec\.ts$/;
/** PostgreSQL cannot prepare other commands. */
const PREPARABLE = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|VALUES)\b/;

register('./statements-hooks.mjs', import.meta.url);

/** Every SQL statement of the program whose text does not depend on parameters of a function. */
export async function allStatements(): Promise<Statement[]> {
  const statements = new Map<string, Statement>();
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !SKIPPED_FILES.test(file));
  for (const file of files) {
    const { statementsOfSource } = (await import(`${pathToFileURL(resolve(SRC, file)).href}?statements`)) as {
      statementsOfSource: StatementThunk[];
    };
    for (const { name, text } of statementsOfSource.flatMap(textsOf))
      if (PREPARABLE.test(text)) statements.set(text, { where: `${file} ${name}`.trim(), text });
  }
  return [...statements.values()];
}

function textsOf(thunk: StatementThunk): { name: string; text: string }[] {
  try {
    const { run, constant } = thunk();
    return typeof run === 'string' ? [{ name: '', text: run }] : namedStatementsIn(run ?? constant);
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) return []; // The text depends on parameters of a function.
    throw error;
  }
}

/** The value itself if it is a named statement, or the named statements inside it. */
function namedStatementsIn(value: unknown, depth = 3): { name: string; text: string }[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  const { name, text } = value as Record<string, unknown>;
  if (typeof name === 'string' && typeof text === 'string') return [{ name, text }];
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap((each) => namedStatementsIn(each, depth - 1)) : [];
}
