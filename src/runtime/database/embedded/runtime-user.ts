import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './errors.js';

const run = promisify(execFile);

/** The user who runs the server. Undefined means the user who runs the gateway. */
export type RuntimeUser = { uid: number; gid: number } | undefined;

const CREATED_USER = 'payment-gateway';

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root, so root must run the server as another user. */
export async function findOrCreateUnprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const existingUser = (await lookUp('postgres')) ?? (await lookUp(CREATED_USER));
  if (existingUser) return existingUser;
  await createUser();
  const createdUser = (await lookUp(CREATED_USER)) ?? (await lookUp('nobody'));
  if (!createdUser)
    throw new EmbeddedPostgresError(
      'PostgreSQL refuses to run as root, and no other user could be created. Start the gateway as an ordinary user.',
    );
  return createdUser;
}

async function createUser(): Promise<void> {
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', CREATED_USER]],
    ['adduser', ['-S', '-D', '-H', CREATED_USER]], // BusyBox
  ];
  for (const [program, args] of commands) {
    const isCreated = await run(program, args).then(
      () => true,
      () => false, // not installed, or /etc is read-only: the next program is tried, and finally the user `nobody`
    );
    if (isCreated) return;
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
