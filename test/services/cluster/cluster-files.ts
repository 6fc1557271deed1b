import { chmod, chown, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDeployed } from '../../deploy/support/deployed-files.js';
import type { MovableClock } from '../movable-clock.js';

const PROGRAMS = '/usr/lib/postgresql/15/bin';

/** The values that replace the names in capitals in the example files. */
const PASSWORDS = {
  SUPERUSER_PASSWORD: 'of-the-superuser',
  REPLICATION_PASSWORD: 'of-the-replicas',
  REWIND_PASSWORD: 'of-the-rewinding',
  REST_PASSWORD: 'of-the-interface',
};

export type ClusterPassword = keyof typeof PASSWORDS;
export const passwordOf = (name: ClusterPassword): string => PASSWORDS[name];

/** A machine of the examples, with the address and the folder that it has in the test. */
export interface Machine {
  name: string;
  address: string;
  folder: string;
  clock: MovableClock;
}

/** Loopback addresses that replace the addresses `10.0.0.x` of the examples. Each machine has its own, so ports stay unchanged. */
export interface Network {
  /** The first three numbers of the addresses with a dot at the end, such as `127.14.3.`. */
  prefix: string;
}

/** A file of `deploy/patroni` with the addresses, folders and passwords of a test, and without changes otherwise. */
export function exampleFileFor({ prefix }: Network, file: string, machine?: Machine): string {
  let text = readDeployed(`deploy/patroni/${file}`)
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replaceAll('127.0.0.1:', `${prefix}1:`)
    .replaceAll('10.0.0.', prefix)
    .replace('mode: required', 'mode: off'); // a watchdog would reset the machine that the tests run on
  for (const [name, password] of Object.entries(PASSWORDS)) text = text.replaceAll(name, password);
  if (!machine) return text;
  return text
    .replaceAll('NODE_NAME', machine.name)
    .replaceAll('NODE_ADDRESS', machine.address)
    .replaceAll('/var/lib/postgresql/15/gateway', `${machine.folder}/data`)
    .replaceAll(PROGRAMS, programsOf(machine))
    .replaceAll('/var/lib/etcd/gateway', `${machine.folder}/etcd`)
    .replaceAll('/var/run/postgresql', machine.folder);
}

const programsOf = ({ folder }: Machine): string => join(folder, 'bin');

/** Links PostgreSQL's programs. Only the server gets the machine's clock, because Patroni of Debian 12 does not run with libfaketime. */
export async function linkPrograms(machine: Machine): Promise<void> {
  const folder = programsOf(machine);
  if (!(await mkdir(folder, { recursive: true }))) return; // the machine was started before
  for (const name of await readdir(PROGRAMS)) if (name !== 'postgres') await symlink(join(PROGRAMS, name), join(folder, name));
  const clock = Object.entries(machine.clock.settings).map(([name, value]) => `export ${name}='${value}'\n`);
  await writeFile(join(folder, 'postgres'), `#!/bin/sh\n${clock.join('')}exec ${PROGRAMS}/postgres "$@"\n`, { mode: 0o755 });
}

/** The variables of a file as systemd reads it. */
export function variablesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

/** Writes a file, in a new folder if needed, that only this user can read. */
export async function writePrivateFile(user: { uid: number; gid: number } | undefined, path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o600);
  if (user) for (const each of [folder, path]) await chown(each, user.uid, user.gid);
}
