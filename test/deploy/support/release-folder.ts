import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './deployed-files.js';

const run = promisify(execFile);

/** A release that `npm run release` has built, unpacked as the guide says. */
export interface ReleaseFolder {
  tarball: string;
  bytes: number;
  /** The unpacked folder of the tarball. */
  folder: string;
  remove(): Promise<void>;
}

/** Builds and unpacks a release whose files all users can read. Nobody but root can write them, not even the user who unpacked them. */
export async function unpackRelease(version: string): Promise<ReleaseFolder> {
  const root = await mkdtemp(join(tmpdir(), 'gateway-release-'));
  await chmod(root, 0o755);
  const remove = (): Promise<void> => run('chmod', ['-R', 'u+w', root]).then(() => rm(root, { recursive: true, force: true }));
  try {
    const env = { ...process.env, NODE_ENV: '', npm_config_fetch_retries: '5', npm_config_prefer_offline: 'true' };
    await run(process.execPath, [join(ROOT, 'scripts/release.mjs'), root], { cwd: root, env });
    const tarball = join(root, `payment-gateway-${version}.tar.gz`);
    await run('sha256sum', ['--check', `${tarball}.sha256`], { cwd: root });
    await run('tar', ['-xzf', tarball, '-C', root, '--no-same-owner']);
    const folder = join(root, `payment-gateway-${version}`);
    await run('chmod', ['-R', 'a-w', folder]);
    return { tarball, bytes: (await stat(tarball)).size, folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
