import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

type Commands = typeof import('./run-cli.js');

/** How much of the code a command ran: what it compiled serves those that run no more. */
export type Reach = 'queries' | 'application';

const BUNDLE = fileURLToPath(new URL('bundle.cjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HASH = /^\/\/ ([0-9a-f]{64})\n/;
const HASH_BYTES = 64;

/**
 * The commands in one file, which the build makes of all that they load, and what V8 compiled of it for an earlier command. Loading a thousand
 * files takes longer than most commands.
 * @returns null where the build made no such file, or something was compiled since.
 */
export function compiledCommands(): { commands: Commands; keep: (reach: Reach) => void } | null {
  if (!isCurrent()) return null;
  const source = readFileSync(BUNDLE, 'latin1'); // it is ASCII
  const hash = HASH.exec(source)?.[1] ?? '';
  const folder = cacheFolder();
  const file = folder && join(folder, 'payment-gateway', `commands-${process.version}`);
  const kept = (['application', 'queries'] as const)
    .map((reach) => ({ reach, code: file === null ? undefined : readOwn(`${file}-${reach}`, hash) }))
    .find(({ code }) => code !== undefined);
  const script = new Script(`(function (exports, require, module, ROOT) {${source}\n})`, {
    filename: BUNDLE,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(kept?.code && { cachedData: kept.code }),
  });
  const known = script.cachedDataRejected === false ? kept?.reach : undefined;
  const module = { exports: {} as Commands };
  (script.runInThisContext() as (...names: unknown[]) => void)(module.exports, createRequire(BUNDLE), module, ROOT);
  return {
    commands: module.exports,
    keep(reach) {
      if (file === null || known === 'application' || known === reach) return;
      write(`${file}-${reach}`, hash, script.createCachedData());
    },
  };
}

/** Of the user, as other programs have it. */
function cacheFolder(): string | null {
  const given = process.env['XDG_CACHE_HOME'];
  if (given) return given;
  try {
    return join(homedir(), '.cache');
  } catch {
    return null; // a user whom the system does not know, as in a container
  }
}

function isCurrent(): boolean {
  try {
    return statSync(BUNDLE).mtimeMs >= statSync(new URL('run-cli.js', import.meta.url)).mtimeMs;
  } catch {
    return false;
  }
}

/** The file is run as code, so no other user may be able to write it. */
function readOwn(file: string, hash: string): Buffer | undefined {
  try {
    const opened = openSync(file, 'r');
    try {
      const { uid, mode } = fstatSync(opened);
      if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return undefined;
      const content = readFileSync(opened);
      return content.toString('latin1', 0, HASH_BYTES) === hash ? content.subarray(HASH_BYTES) : undefined;
    } finally {
      closeSync(opened);
    }
  } catch {
    return undefined;
  }
}

/** It only saves time: a user who cannot write there goes without. */
function write(file: string, hash: string, code: Buffer): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, Buffer.concat([Buffer.from(hash), code]), { mode: 0o600, flag: 'wx' }); // never through a link that another user has made
    renameSync(unfinished, file);
  } catch {
    discard(unfinished);
  }
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // There is none: a part of its path is no folder.
  }
}
