import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SmallDisk } from '../../faults/support/small-disk.js';
import type { MovableClock } from '../movable-clock.js';
import { exampleFileFor, type Machine, linkPrograms, type Network, variablesOf, writePrivateFile } from './cluster-files.js';
import { Program } from './program.js';

const [ETCD, PATRONI] = ['/usr/bin/etcd', '/usr/bin/patroni'];

export interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  /** The state as Patroni reports it, such as `running` and `start failed`. */
  state: string;
}

/** A node that is cut off accepts connections but does not respond. */
const RESPONSE_TIMEOUT_MS = 2_000;

/** A machine of the cluster with a member of etcd, Patroni and PostgreSQL. It has its own loopback address and its own folder. */
export class ClusterNode {
  private etcd: Program | undefined;
  private patroni: Program | undefined;
  private stoppedPids: number[] = [];

  constructor(
    readonly machine: Machine,
    private readonly network: Network,
    private readonly user: { uid: number; gid: number } | undefined,
    private readonly disk: SmallDisk | undefined,
  ) {}

  get name(): string {
    return this.machine.name;
  }

  /** The clock of PostgreSQL on this machine. */
  get clock(): MovableClock {
    return this.machine.clock;
  }

  /** Patroni's configuration, which `patronictl` reads as well. */
  get configuration(): string {
    return join(this.machine.folder, 'patroni.yml');
  }

  /** Starts etcd and Patroni. After a power cut they continue with the data on the disk. */
  async start(): Promise<void> {
    const { machine, network, user } = this;
    await linkPrograms(machine);
    await writePrivateFile(user, this.configuration, exampleFileFor(network, 'patroni.yml', machine));
    const options = { cwd: machine.folder, env: { PATH: process.env['PATH'], HOME: machine.folder, LANG: 'C.UTF-8' }, user };
    const member = variablesOf(exampleFileFor(network, 'etcd.env', machine));
    this.etcd = new Program(ETCD, [], { ...options, env: { ...options.env, ...member } });
    this.patroni = new Program(PATRONI, [this.configuration], options);
  }

  /** Asks Patroni for the role, as HAProxy does. The primary holds the lock of the cluster, a replica follows the primary. */
  async hasRole(role: 'primary' | 'replica'): Promise<boolean> {
    return (await this.ask(role))?.ok ?? false;
  }

  /** All members of the cluster as this node sees them; an empty list while Patroni does not respond. */
  async members(): Promise<Member[]> {
    const response = await this.ask('cluster');
    return response?.ok ? ((await response.json()) as { members: Member[] }).members : [];
  }

  killNow(): void {
    this.signal(this.processes(), 'SIGKILL');
  }

  /** Kills all processes of the machine, as a power cut does. */
  async cutPower(): Promise<void> {
    this.killNow();
    await Promise.all([this.patroni?.kill(), this.etcd?.kill()]);
  }

  async fillDisk(): Promise<void> {
    await this.disk?.fill();
  }

  /** Frees space on the disk and restarts all programs, as a service manager restarts programs that have ended. */
  async freeDiskSpace(): Promise<void> {
    await this.disk?.freeSpace();
    await this.cutPower();
    await this.start();
  }

  async remove(): Promise<void> {
    await this.cutPower();
    this.disk?.unmount();
    await this.clock.remove();
  }

  /** Freezes all processes, which looks like a cut network: connections stay open, but nothing is sent or received. */
  cutOff(): void {
    const [postmaster] = this.postgres(); // the postmaster is stopped first, because it could start more processes
    if (postmaster) this.signal([postmaster], 'SIGSTOP');
    this.stoppedPids = this.processes();
    this.signal(this.stoppedPids, 'SIGSTOP');
  }

  reconnect(): void {
    this.signal(this.stoppedPids, 'SIGCONT');
    this.stoppedPids = [];
  }

  /** The last output of Patroni and etcd, for an error message. */
  get lastOutputs(): string {
    return `${this.name}: ${this.patroni?.lastOutput.slice(-1_500)}\n${this.etcd?.lastOutput.slice(-300)}`;
  }

  private ask(path: string): Promise<Response | null> {
    return fetch(`http://${this.machine.address}:8008/${path}`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }).catch(() => null);
  }

  private processes(): number[] {
    const servicePids = [this.patroni?.pid, this.etcd?.pid].filter((pid) => pid !== undefined);
    return [...this.postgres(), ...servicePids, ...servicePids.flatMap(childrenOf)];
  }

  /** The pids of PostgreSQL: the postmaster, which is no child of Patroni, and then its children. */
  private postgres(): number[] {
    const data = join(this.machine.folder, 'data');
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return readlinkSync(`/proc/${pid}/cwd`) === data ? [pid, ...childrenOf(pid)] : []; // the pid may have been reused
    } catch {
      return [];
    }
  }

  private signal(pids: number[], signal: NodeJS.Signals): void {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // the process has just ended
      }
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
