import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process is identified by its pid and its start time, because pids are reused. */
export interface ProcessIdentity {
  pid: number;
  /** The start time as the operating system shows it. It is only compared for equality. */
  began: string;
}

/** Undefined when there is no such process. A zombie counts as dead, because it uses no resources any more. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  const began = process.platform === 'linux' ? await startTimeOnLinux(pid) : await startTimeByPs(pid);
  return began === undefined ? undefined : { pid, began };
}

export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  return (await identifyProcess(identity.pid))?.began === identity.began;
}

export async function identifyThisProcess(): Promise<ProcessIdentity> {
  return (await identifyProcess(process.pid)) ?? { pid: process.pid, began: 'unknown' };
}

/** Whether the process is the server of this data directory. A server's working directory is its data directory. */
export async function isServerOf(pid: number, directory: string): Promise<boolean> {
  if ((await identifyProcess(pid)) === undefined) return false;
  if (process.platform === 'linux') {
    const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    if (workingDirectory !== undefined) return workingDirectory === directory;
    // In a container, root may not read the working directory of another user's process. The arguments contain the directory, too, and are
    // readable.
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return commandLine.split('\0').includes(directory);
  }
  return (await psField(pid, 'command'))?.includes(directory) ?? false;
}

/** False for dead processes, for zombies and for processes of other programs. */
export async function mayBePostgres(pid: number): Promise<boolean> {
  if ((await identifyProcess(pid)) === undefined) return false;
  const commandLine =
    process.platform === 'linux' ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : await psField(pid, 'command');
  return commandLine?.includes('postgres') ?? false;
}

async function startTimeOnLinux(pid: number): Promise<string | undefined> {
  try {
    const [stat, bootId] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    ]);
    // The second field is the program's name in brackets. The name may contain blanks and brackets itself. The third field is the state,
    // the 22nd is the start time in clock ticks since the boot. See proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' ? undefined : `${bootId.trim()}/${startTicks}`;
  } catch {
    return undefined;
  }
}

async function startTimeByPs(pid: number): Promise<string | undefined> {
  const state = await psField(pid, 'state');
  return state === undefined || state.startsWith('Z') ? undefined : psField(pid, 'lstart');
}

async function psField(pid: number, field: 'state' | 'lstart' | 'command'): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-ww', '-o', `${field}=`, '-p', String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
