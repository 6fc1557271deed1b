import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { runQuietly } from './child.mjs';
import { showProgress } from './console.mjs';

const STAMP = 'node_modules/.cache/payment-gateway/installed.json';
/** Written by npm as its last step: the packages that are installed. */
const HIDDEN_LOCK = 'node_modules/.package-lock.json';

/** Whether node_modules has the packages of the lock file. `dev`: also those for building and testing. */
export function isInstalled(root, { dev }) {
  const now = fingerprint(root);
  if (now === undefined) return false;
  const stamp = readJson(join(root, STAMP));
  if (stamp?.fingerprint === now && (stamp.dev || !dev)) return true;
  // node_modules of another system (a folder shared with a container) looks complete, but lacks native packages.
  if (stamp && stamp.platform !== platform()) return false;
  if (!matchesLock(root, dev)) return false;
  remember(root, now, dev);
  return true;
}

export async function install(root) {
  const command = existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install';
  // Explicit, because npm's settings can leave out packages for building and testing.
  const args = [command, '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  await showProgress('Installing packages', () => runQuietly(`npm ${command}`, ...npm(args), { cwd: root }));
  const now = fingerprint(root);
  if (now !== undefined) remember(root, now, true);
}

/** The npm that started this script, otherwise the one on the PATH. */
export function npm(args) {
  const started = process.env.npm_execpath;
  return started && basename(started).startsWith('npm') && /\.c?js$/.test(started) ? [process.execPath, [started, ...args]] : ['npm', args];
}

function matchesLock(root, dev) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  const present = readJson(join(root, HIDDEN_LOCK))?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.optional || entry.devOptional) return true; // may be missing on this system
    if (entry.dev && !dev) return true;
    return present[path]?.version === entry.version;
  });
}

/** Changes with the lock file, the system, and every run of npm in node_modules. */
function fingerprint(root) {
  try {
    const lock = existsSync(join(root, 'package-lock.json')) ? 'package-lock.json' : 'package.json';
    const hash = createHash('sha256').update(readFileSync(join(root, lock)));
    return hash.update(`${platform()} ${statSync(join(root, HIDDEN_LOCK)).mtimeMs}`).digest('hex');
  } catch {
    return undefined;
  }
}

function remember(root, value, dev) {
  const file = join(root, STAMP);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ fingerprint: value, platform: platform(), dev }));
  } catch {
    // The stamp only saves time; a read-only clone compares again at the next start.
  }
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
