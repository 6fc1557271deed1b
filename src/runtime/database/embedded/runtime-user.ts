import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './errors.js';

const run = promisify(execFile);

/** The user who runs the server. Undefined means the user who runs the gateway. */
export type RuntimeUser = { uid: number; gid: number } | undefined;

const OWN_NAME = 'payment-gateway';

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root, so root must run the server as another user. */
export async function findOrMakeUnprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const known = (await lookUp('postgres')) ?? (await lookUp(OWN_NAME));
  if (known) return known;
  await makeUser();
  const made = (await lookUp(OWN_NAME)) ?? (await lookUp('nobody'));
  if (!made)
    throw new EmbeddedPostgresError(
      'PostgreSQL refuses to run as root and no other user could be made: start the gateway as an ordinary user.',
    );
  return made;
}

async function makeUser(): Promise<void> {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_NAME]],
    ['adduser', ['-S', '-D', '-H', OWN_NAME]], // BusyBox
  ];
  for (const [program, args] of attempts) {
    const made = await run(program, args).then(
      () => true,
      () => false, // not installed, or /etc is read-only: the next program is tried, and finally the user `nobody`
    );
    if (made) return;
  }
}

async function lookUp(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    const user = { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    return user.uid > 0 ? user : undefined;
  } catch {
    return undefined;
  }
}
