import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SmallDisk } from '../../faults/support/small-disk.js';
import type { MovableClock } from '../movable-clock.js';
import { exampleFor, type Machine, makePrograms, type Network, variablesOf, writeFor } from './cluster-files.js';
import { Program } from './program.js';

const [ETCD, PATRONI] = ['/usr/bin/etcd', '/usr/bin/patroni'];

export interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  /** Patroni's word, such as `running` and `start failed`. */
  state: string;
}

/** A node that is cut off accepts connections and says nothing. */
const ANSWERS_WITHIN_MS = 2_000;

/** A machine of the cluster: a member of etcd, Patroni and its PostgreSQL, on an address of loopback and in a folder of its own. */
export class ClusterNode {
  private etcd: Program | undefined;
  private patroni: Program | undefined;
  private frozen: number[] = [];

  constructor(
    readonly machine: Machine,
    private readonly network: Network,
    private readonly user: { uid: number; gid: number } | undefined,
    private readonly disk: SmallDisk | undefined,
  ) {}

  get name(): string {
    return this.machine.name;
  }

  /** Of its PostgreSQL. */
  get clock(): MovableClock {
    return this.machine.clock;
  }

  /** Patroni's configuration, which `patronictl` reads as well. */
  get configuration(): string {
    return join(this.machine.folder, 'patroni.yml');
  }

  /** Also again after it was lost, with what is on its disk. */
  async start(): Promise<void> {
    const { machine, network, user } = this;
    await makePrograms(machine);
    await writeFor(user, this.configuration, exampleFor(network, 'patroni.yml', machine));
    const options = { cwd: machine.folder, env: { PATH: process.env['PATH'], HOME: machine.folder, LANG: 'C.UTF-8' }, user };
    const member = variablesOf(exampleFor(network, 'etcd.env', machine));
    this.etcd = new Program(ETCD, [], { ...options, env: { ...options.env, ...member } });
    this.patroni = new Program(PATRONI, [this.configuration], options);
  }

  /** As HAProxy asks: a primary holds the lock of the cluster, a replica follows it. */
  async is(role: 'primary' | 'replica'): Promise<boolean> {
    return (await this.ask(role))?.ok ?? false;
  }

  /** All nodes as this one sees them; none while it does not answer. */
  async members(): Promise<Member[]> {
    const answer = await this.ask('cluster');
    return answer?.ok ? ((await answer.json()) as { members: Member[] }).members : [];
  }

  killNow(): void {
    this.signal(this.processes(), 'SIGKILL');
  }

  /** The power is cut: all of its processes are gone at once. */
  async lose(): Promise<void> {
    this.killNow();
    await Promise.all([this.patroni?.kill(), this.etcd?.kill()]);
  }

  /** To the last byte. */
  async fillDisk(): Promise<void> {
    await this.disk?.fill();
  }

  /** Room is made, and what has ended is started, as a service manager does it. */
  async relieveDisk(): Promise<void> {
    await this.disk?.relieve();
    await this.lose();
    await this.start();
  }

  async remove(): Promise<void> {
    await this.lose();
    this.disk?.unmount();
    await this.clock.remove();
  }

  /** Nothing comes from it or gets to it; connections stay open, and the node knows of nothing. */
  cutOff(): void {
    const [postmaster] = this.postgres(); // first, so that it starts no process while the others are looked up
    if (postmaster) this.signal([postmaster], 'SIGSTOP');
    this.frozen = this.processes();
    this.signal(this.frozen, 'SIGSTOP');
  }

  reconnect(): void {
    this.signal(this.frozen, 'SIGCONT');
    this.frozen = [];
  }

  /** What its programs wrote last, for an error's message. */
  get said(): string {
    return `${this.name}: ${this.patroni?.said.slice(-1_500)}\n${this.etcd?.said.slice(-300)}`;
  }

  private ask(path: string): Promise<Response | null> {
    return fetch(`http://${this.machine.address}:8008/${path}`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).catch(() => null);
  }

  private processes(): number[] {
    const own = [this.patroni?.pid, this.etcd?.pid].filter((pid) => pid !== undefined);
    return [...this.postgres(), ...own, ...own.flatMap(childrenOf)];
  }

  /** The server's first process, which Patroni has let go of, and then all others. */
  private postgres(): number[] {
    const data = join(this.machine.folder, 'data');
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return readlinkSync(`/proc/${pid}/cwd`) === data ? [pid, ...childrenOf(pid)] : []; // another process may have a killed server's pid by now
    } catch {
      return [];
    }
  }

  private signal(pids: number[], signal: NodeJS.Signals): void {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // it has just ended by itself
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
