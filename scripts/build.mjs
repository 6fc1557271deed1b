import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runQuietly } from './child.mjs';
import { main, showProgress } from './console.mjs';

const STAMP = 'dist/.built';
/** What the program reads at run time beside its code. */
const ASSETS = new Set(['.eta', '.css', '.js', '.svg', '.json', '.png', '.ico', '.woff2']);

/** By content, not by time: a copied or freshly checked out clone has new times on old files. */
export function isBuilt(root) {
  try {
    return readFileSync(join(root, STAMP), 'utf8') === fingerprint(root);
  } catch {
    return false;
  }
}

export async function build(root) {
  const built = fingerprint(root); // before compiling: a file that is saved meanwhile makes the next start build again
  rmSync(join(root, STAMP), { force: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  await showProgress('Building', () =>
    runQuietly('tsc', process.execPath, [compiler, '-p', 'tsconfig.build.json', '--pretty', 'false'], { cwd: root }),
  );
  const expected = copyAssets(root);
  removeLeftovers(root, expected);
  writeFileSync(join(root, STAMP), built);
}

function copyAssets(root) {
  const copied = new Set();
  for (const file of files(join(root, 'src'))) {
    if (!ASSETS.has(extname(file))) continue;
    const target = join(root, 'dist', relative(join(root, 'src'), file));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
    copied.add(target);
  }
  return copied;
}

/** A deleted source must not live on in dist: a migration would still run. */
function removeLeftovers(root, assets) {
  const dist = join(root, 'dist');
  for (const file of files(dist)) {
    const name = relative(dist, file);
    if (name.startsWith('.') || assets.has(file)) continue;
    const source = join(root, 'src', name.replace(/\.js(\.map)?$/, '.ts'));
    if (source.endsWith('.ts') && existsSync(source)) continue;
    rmSync(file, { force: true });
  }
}

function fingerprint(root) {
  const hash = createHash('sha256');
  const settings = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', 'scripts/build.mjs'];
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
