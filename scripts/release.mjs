import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, relative, resolve } from 'node:path';
import { runQuietly } from './child.mjs';
import { main, showProgress } from './console.mjs';
import { npm } from './install.mjs';
import { prepare, root } from './prepare.mjs';

const CONTENTS = ['bin', 'dist', 'deploy', 'docs', 'README.md', 'LICENSE'];
/** Read by compilers, debuggers and browsers only: half of the packages' size. */
const NEVER_READ = /(\.map|\.d\.[cm]?ts)$/;
const NEVER_LOADED = ['.bin', '.package-lock.json', 'typeorm/browser', '@nestjs/swagger/node_modules/swagger-ui-dist'];

/**
 * `npm run release [-- <folder>]`: a tarball of the built program with the packages that it needs in production, for machines with nothing but
 * Node, and its checksum. The same commit gives the same bytes.
 */
await main(async () => {
  await prepare({ dev: true });
  const description = readJson(join(root, 'package.json'));
  const name = `${description.name}-${description.version}`;
  const target = resolve(process.argv[2] ?? join(root, 'release'));
  const staging = mkdtempSync(join(tmpdir(), 'gateway-release-'));
  try {
    const folder = join(staging, name);
    await fill(folder, description);
    const source = describeSource();
    writeJson(join(folder, 'release.json'), { ...source, version: description.version, node: description.engines.node });
    writeFileSync(join(folder, 'SHA256SUMS'), checksums(folder));
    mkdirSync(target, { recursive: true });
    const tarball = join(target, `${name}.tar.gz`);
    await showProgress('Packing', () => pack(staging, name, tarball, source.committedAt));
    writeFileSync(`${tarball}.sha256`, `${sha256(tarball)}  ${basename(tarball)}\n`);
    console.log(`${tarball} (${(statSync(tarball).size / 1e6).toFixed(1)} MB)`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
});

async function fill(folder, description) {
  for (const part of CONTENTS) cpSync(join(root, part), join(folder, part), { recursive: true });
  rmSync(join(folder, 'dist', '.built'));
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(folder, file));
  // Optional packages are the embedded PostgreSQL, which is for trials, and native code with a fallback in JavaScript. The rest runs on any system.
  const install = ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  await showProgress('Installing packages for production', () => runQuietly('npm ci', ...npm(install), { cwd: folder, env: withoutNpm() }));
  const packages = join(folder, 'node_modules');
  for (const path of NEVER_LOADED) rmSync(join(packages, path), { recursive: true, force: true });
  for (const file of files(packages)) if (NEVER_READ.test(file)) rmSync(file);
  rmSync(join(folder, '.npmrc'));
  // Without the scripts of package.json, because they install packages and build.
  writeJson(join(folder, 'package.json'), { ...description, scripts: undefined });
}

/** The commit of the sources, its time, and whether files differ from it. Null without Git, with a fixed time. */
function describeSource() {
  try {
    const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    const committedAt = new Date(Number(git('log', '-1', '--format=%ct')) * 1000).toISOString();
    return { commit: git('rev-parse', 'HEAD'), changed: git('status', '--porcelain') !== '', committedAt };
  } catch {
    return { commit: null, changed: null, committedAt: new Date(0).toISOString() };
  }
}

function checksums(folder) {
  const lines = files(folder).map((file) => `${sha256(file)}  ${relative(folder, file)}\n`);
  return lines.join('');
}

/** The tarball does not depend on this machine: sorted names, one time, one owner, fixed permissions. */
async function pack(staging, name, tarball, time) {
  for (const file of files(join(staging, name))) chmodSync(file, isProgram(file, join(staging, name)) ? 0o755 : 0o644);
  const order = ['--sort=name', `--mtime=${time}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu', '--mode=u+rwX,go+rX,go-w'];
  await runQuietly('tar', 'tar', [...order, '--use-compress-program=gzip -n -9', '-cf', tarball, '-C', staging, name]);
}

function isProgram(file, folder) {
  const path = relative(folder, file);
  return path.startsWith('bin/') || (path.startsWith('deploy/') && extname(path) === '.sh');
}

function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** The environment without npm's variables, which would make the inner npm work on this project. Two settings of the network are kept. */
function withoutNpm() {
  const kept = (name) => /^npm_config_(fetch_retries|prefer_offline)$/i.test(name) || !/^(npm_|INIT_CWD$|NODE_ENV$)/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => kept(name)));
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
