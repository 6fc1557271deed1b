import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

type Commands = typeof import('./run-cli.js');

/**
 * How much of the code a command ran: only queries, or the whole application. The compiled code of an application also serves commands that
 * run only queries.
 */
export type CodeReach = 'queries' | 'application';

const BUNDLE = fileURLToPath(new URL('bundle.cjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HASH_LINE = /^\/\/ ([0-9a-f]{64})\n/;
const HASH_BYTES = 64;
/** The permission bits with which the group or others can write a file. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Loads the commands from one bundled file of the build, with the code that V8 compiled for an earlier command. Loading a thousand files
 * takes longer than most commands run.
 * @returns null when there is no bundle, or when the sources were compiled after the bundle.
 */
export function loadCompiledCommands(): { commands: Commands; store: (reach: CodeReach) => void } | null {
  if (!isCurrent()) return null;
  const source = readFileSync(BUNDLE, 'latin1'); // the bundle is ASCII
  const hash = HASH_LINE.exec(source)?.[1] ?? '';
  const folder = cacheFolder();
  const file = folder && join(folder, 'payment-gateway', `commands-${process.version}`);
  const cached = (['application', 'queries'] as const)
    .map((reach) => ({ reach, code: file === null ? undefined : readIfOwned(`${file}-${reach}`, hash) }))
    .find(({ code }) => code !== undefined);
  const script = new Script(`(function (exports, require, module, ROOT) {${source}\n})`, {
    filename: BUNDLE,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cached?.code && { cachedData: cached.code }),
  });
  const usedReach = script.cachedDataRejected === false ? cached?.reach : undefined;
  const module = { exports: {} as Commands };
  (script.runInThisContext() as (...names: unknown[]) => void)(module.exports, createRequire(BUNDLE), module, ROOT);
  return {
    commands: module.exports,
    store(reach) {
      if (file === null || usedReach === 'application' || usedReach === reach) return;
      writeCache(`${file}-${reach}`, hash, script.createCachedData());
    },
  };
}

/** The cache folder of the user, as in the XDG Base Directory Specification. */
function cacheFolder(): string | null {
  const configured = process.env['XDG_CACHE_HOME'];
  if (configured) return configured;
  try {
    return join(homedir(), '.cache');
  } catch {
    return null; // the system does not know the user, as in a container
  }
}

function isCurrent(): boolean {
  try {
    return statSync(BUNDLE).mtimeMs >= statSync(new URL('run-cli.js', import.meta.url)).mtimeMs;
  } catch {
    return false;
  }
}

/** The file is run as code, so a file that another user can write is not used. @returns undefined also for the file of another build. */
function readIfOwned(file: string, hash: string): Buffer | undefined {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const { uid, mode } = fstatSync(descriptor);
      if (uid !== process.getuid?.() || (mode & WRITABLE_BY_OTHERS) !== 0) return undefined;
      const content = readFileSync(descriptor);
      return content.toString('latin1', 0, HASH_BYTES) === hash ? content.subarray(HASH_BYTES) : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** The cache only saves time, so an error in writing the file is ignored. */
function writeCache(file: string, hash: string, code: Buffer): void {
  const temporaryFile = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // `wx` never writes through another user's link.
    writeFileSync(temporaryFile, Buffer.concat([Buffer.from(hash), code]), { mode: 0o600, flag: 'wx' });
    renameSync(temporaryFile, file);
  } catch {
    discard(temporaryFile);
  }
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A part of the path is not a folder, so there is no file to delete.
  }
}
