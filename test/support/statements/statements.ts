import { readdirSync } from 'node:fs';
import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Statement {
  /** The source file, and the name of the prepared statement if there is one. */
  where: string;
  text: string;
}

/** Explained in `statements-hooks.mjs`. */
type Read = () => { run?: unknown; constant?: unknown };

const SRC = resolve(import.meta.dirname, '../../../src');
/** Programs start when they are loaded. The statements of the schema are tested when it is created. */
const PASSED_OVER = /(^|\/)main\.ts$|migrations\/|\.spec\.ts$/;
/** Other commands cannot be prepared. */
const PREPARED = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|VALUES)\b/;

register('./statements-hooks.mjs', import.meta.url);

/** Every SQL statement of the program whose text does not depend on parameters of a function. */
export async function allStatements(): Promise<Statement[]> {
  const statements = new Map<string, Statement>();
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !PASSED_OVER.test(file));
  for (const file of files) {
    const { statementsOfSource } = (await import(`${pathToFileURL(resolve(SRC, file)).href}?statements`)) as { statementsOfSource: Read[] };
    for (const { name, text } of statementsOfSource.flatMap(textsOf))
      if (PREPARED.test(text)) statements.set(text, { where: `${file} ${name}`.trim(), text });
  }
  return [...statements.values()];
}

function textsOf(read: Read): { name: string; text: string }[] {
  try {
    const { run, constant } = read();
    return typeof run === 'string' ? [{ name: '', text: run }] : named(run ?? constant);
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) return []; // The text depends on parameters of a function.
    throw error;
  }
}

/** The value itself if it is a named statement, or the named statements inside it. */
function named(value: unknown, depth = 3): { name: string; text: string }[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  const { name, text } = value as Record<string, unknown>;
  if (typeof name === 'string' && typeof text === 'string') return [{ name, text }];
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap((each) => named(each, depth - 1)) : [];
}
