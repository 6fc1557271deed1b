import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runQuietly } from './child.mjs';
import { bundleCommands } from './bundle.mjs';
import { main, showProgress } from './console.mjs';

const STAMP = 'dist/.built';
const BUNDLE = 'dist/cli/bundle.cjs';
export const NEST = 'node_modules/@nestjs/cli/bin/nest.js';

/** Whether dist was built from the present sources. Compares content, not times: in a copied or new clone old files have new times. */
export function isBuilt(root) {
  try {
    return readFileSync(join(root, STAMP), 'utf8') === fingerprint(root);
  } catch {
    return false;
  }
}

/** Called before another program writes to dist: the next start builds again. */
export function forgetBuild(root) {
  for (const file of [STAMP, BUNDLE]) rmSync(join(root, file), { force: true });
}

export async function build(root) {
  const built = fingerprint(root); // before compiling: a file that is saved meanwhile makes the next start build again
  forgetBuild(root);
  await showProgress('Building', () => runQuietly('nest build', process.execPath, [NEST, 'build'], { cwd: root }));
  removeLeftovers(root);
  await showProgress('Bundling commands', () => bundleCommands(root, join(root, BUNDLE)));
  writeFileSync(join(root, STAMP), built);
}

/** Removes files of deleted sources from dist: a deleted migration would still run. */
function removeLeftovers(root) {
  const dist = join(root, 'dist');
  for (const file of files(dist)) {
    const source = join(root, 'src', relative(dist, file));
    const compiledFrom = source.replace(/\.js(\.map)?$/, '.ts');
    if (!existsSync(source) && !existsSync(compiledFrom)) rmSync(file);
  }
}

function fingerprint(root) {
  const hash = createHash('sha256');
  const settings = [
    'nest-cli.json',
    '.swcrc',
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/bundle.mjs',
  ];
  for (const file of [...settings.map((name) => join(root, name)), ...files(join(root, 'src'))]) {
    if (!existsSync(file)) continue;
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(() => build(join(dirname(fileURLToPath(import.meta.url)), '..')));
}
