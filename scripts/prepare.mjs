import { accessSync, constants, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { Stop } from './console.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const NEEDED = { major: 20, minor: 19 };

/**
 * Installs and builds what is missing, but never in production. Returns quickly when nothing is missing. This file and its imports load
 * packages only while they build, because they run before any package is installed.
 * @param {{ program?: boolean, dev?: boolean }} [needed] `program`: whether the built program is needed. `dev`: whether the packages for
 * building and testing are needed, which an image of a finished build may leave out.
 */
export async function prepare({ program = true, dev = false } = {}) {
  assertNode();
  const isStale = () => program && !isBuilt(root);
  if (!isStale() && isInstalled(root, { dev })) return;
  assertDeveloping();
  assertWritable();
  await withLock(join(root, '.data', 'prepare.lock'), async () => {
    const stale = isStale(); // another start may have done it meanwhile
    if (!isInstalled(root, { dev: dev || stale })) await install(root);
    if (stale) await build(root);
  });
}

function assertNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor)) return;
  throw new Stop(
    `Node ${NEEDED.major}.${NEEDED.minor} or newer is needed; this is ${process.versions.node}. Get it from https://nodejs.org.`,
  );
}

/** A machine in production must not compile or download anything when it starts. */
function assertDeveloping() {
  if (process.env.NODE_ENV?.trim() !== 'production') return;
  throw new Stop(
    `Packages or the built program are missing in ${root}, or are older than its sources. With NODE_ENV=production nothing is installed or ` +
      'built: run a release ("npm run release" makes one on another machine), or without NODE_ENV "npm ci && npm run build" before.',
  );
}

function assertWritable() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    const { username, uid } = userInfo();
    throw new Stop(
      `Packages must be installed or built in ${root}, but ${username} (id ${uid}) may not write there; it belongs to the user with id ` +
        `${statSync(root).uid}. Start as that user, or clone the project into a folder of your own.`,
    );
  }
}
