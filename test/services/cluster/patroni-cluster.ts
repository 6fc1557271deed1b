import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { APP_ROLE, DATABASE, ensureRolesAndDatabase, OWNER_ROLE } from '../../../src/runtime/database/embedded/roles.js';
import { findOrCreateUnprivilegedUser, runsAsRoot } from '../../../src/runtime/database/embedded/runtime-user.js';
import { MIGRATIONS } from '../../../src/migrations.js';
import { migrateDatabase } from '../../../src/runtime/database/schema/migrate.js';
import type { FaultDatabase } from '../../faults/support/fault-world.js';
import { until } from '../../support/until.js';
import { SmallDisk } from '../../faults/support/small-disk.js';
import { MovableClock } from '../movable-clock.js';
import { exampleFileFor, type Network, passwordOf, writePrivateFile } from './cluster-files.js';
import { ClusterNode } from './cluster-node.js';
import { Program } from './program.js';

const NODES = ['postgres1', 'postgres2', 'postgres3'];
const PASSWORDS = { owner: 'of-the-owner', app: 'of-the-application' };

/** How long the cluster may take to recover: several of its time-outs, on a slow machine. */
const PATIENCE_MS = 300_000;

const SWITCHED_OVER = 'taken';

/** More than a node needs in these tests, including its log. */
const DISK_MB = 1_500;

/** Three nodes configured as in `deploy/patroni`, and HAProxy, which forwards connections to the current primary. */
export class PatroniCluster implements FaultDatabase {
  private constructor(
    private readonly network: Network,
    private readonly folder: string,
    private readonly nodes: ClusterNode[],
    private readonly proxy: Program,
  ) {
    process.once('exit', this.killNow);
  }

  /** Starts a cluster with the gateway's roles and schema. @param disks whether each node gets its own disk, which can be filled */
  static async start({ disks }: { disks: boolean }): Promise<PatroniCluster> {
    const network = { prefix: `127.${randomInt(1, 250)}.${randomInt(250)}.` };
    const user = runsAsRoot() ? await findOrCreateUnprivilegedUser() : undefined;
    const folder = await mkdtemp(join(tmpdir(), 'gateway-cluster-'));
    await chmod(folder, 0o755);
    const nodes = await Promise.all(
      NODES.map(async (name, index) => {
        const machine = { name, address: `${network.prefix}${11 + index}`, folder: join(folder, name), clock: await MovableClock.make() };
        await makeFolder(machine.folder, user);
        return new ClusterNode(machine, network, user, disks ? await SmallDisk.mountOn(machine.folder, DISK_MB) : undefined);
      }),
    );
    const file = join(folder, 'haproxy.cfg');
    await writePrivateFile(undefined, file, exampleFileFor(network, 'haproxy.cfg'));
    const proxy = new Program('/usr/sbin/haproxy', ['-f', file, '-db'], { cwd: folder, env: {} });
    const cluster = new PatroniCluster(network, folder, nodes, proxy);
    await Promise.all(nodes.map((node) => node.start()));
    await cluster.waitUntilHealthy();
    await cluster.createDatabase();
    return cluster;
  }

  get appUrl(): string {
    return this.url(APP_ROLE, PASSWORDS.app);
  }

  /** The URL of the current synchronous standby, for the role of `appUrl`. HAProxy forwards its port 5433 to the standby. */
  get replicaUrl(): string {
    return this.appUrl.replace(':5432/', ':5433/');
  }

  get ownerUrl(): string {
    return this.url(OWNER_ROLE, PASSWORDS.owner);
  }

  get superuserUrl(): string {
    return this.url('postgres', passwordOf('SUPERUSER_PASSWORD'));
  }

  /** The node to which HAProxy forwards connections. */
  async primary(): Promise<ClusterNode> {
    const [primary] = await this.nodesWithRole('primary');
    return primary ?? fail('There is no primary');
  }

  async synchronousStandby(): Promise<ClusterNode> {
    const members = await (await this.primary()).members();
    const standby = members.find(({ role }) => role === 'sync_standby');
    return this.nodes.find(({ name }) => name === standby?.name) ?? fail('There is no synchronous standby');
  }

  /**
   * Waits until there is one primary, both other nodes follow it, and one of them is synchronous.
   * @param remade a node that is created anew from the primary if it does not start, as the runbook says
   */
  async waitUntilHealthy(remade?: ClusterNode): Promise<void> {
    const isComplete = async (): Promise<boolean> => {
      if (remade) await this.recreateIfFailed(remade).catch(() => undefined); // fails while there is no primary
      const [[primary, second], replicas] = [await this.nodesWithRole('primary'), await this.nodesWithRole('replica')];
      if (!primary || second || replicas.length !== NODES.length - 1) return false;
      return (await primary.members()).some(({ role }) => role === 'sync_standby');
    };
    try {
      await until(isComplete, (whole) => whole, PATIENCE_MS);
    } catch (error) {
      throw new Error([String(error), ...this.nodes.map(({ lastOutputs }) => lastOutputs), this.proxy.lastOutput.slice(-500)].join('\n'), {
        cause: error,
      });
    }
  }

  /**
   * Switches over to the synchronous standby, as staff do before they work on the primary's machine. Patroni rejects the command while
   * no standby is synchronous, which can take a while on a slow machine. The command is repeated until it succeeds.
   */
  async switchOver(): Promise<void> {
    const from = await this.primary();
    const requestSwitchover = async (): Promise<string> => {
      const to = await this.synchronousStandby();
      await patronictl(from, 'switchover', 'gateway', '--leader', from.name, '--candidate', to.name, '--force');
      return SWITCHED_OVER;
    };
    await until(
      async () => {
        const [primary] = await this.nodesWithRole('primary');
        return primary && primary !== from ? SWITCHED_OVER : requestSwitchover().catch(String); // its response may be lost
      },
      (result) => result === SWITCHED_OVER,
      PATIENCE_MS,
    );
  }

  async drop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.remove()));
    await this.proxy.kill();
    process.off('exit', this.killNow);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async recreateIfFailed({ name }: ClusterNode): Promise<void> {
    const primary = await this.primary();
    const member = (await primary.members()).find((each) => each.name === name);
    if (member?.state === 'start failed') await patronictl(primary, 'reinit', 'gateway', name, '--force');
  }

  private readonly killNow = (): void => {
    for (const each of [...this.nodes, this.proxy]) each.killNow();
  };

  private async nodesWithRole(role: 'primary' | 'replica'): Promise<ClusterNode[]> {
    const matching = await Promise.all(this.nodes.map(async (node) => ((await node.hasRole(role)) ? [node] : [])));
    return matching.flat();
  }

  private async createDatabase(): Promise<void> {
    const superuserUrl = this.url('postgres', passwordOf('SUPERUSER_PASSWORD'), 'postgres');
    await until(
      () => canConnect(superuserUrl),
      (connected) => connected,
    );
    await ensureRolesAndDatabase(superuserUrl, PASSWORDS);
    await migrateDatabase(this.ownerUrl, MIGRATIONS, { appRole: APP_ROLE });
  }

  private url(role: string, password: string, database = DATABASE): string {
    return `postgresql://${role}:${password}@${this.network.prefix}1:5432/${database}`;
  }
}

/** @param node the node whose configuration names the cluster */
async function patronictl(node: ClusterNode, ...args: string[]): Promise<void> {
  await promisify(execFile)('patronictl', ['-c', node.configuration, ...args]);
}

async function makeFolder(path: string, user: { uid: number; gid: number } | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (user) await chown(path, user.uid, user.gid);
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

function fail(message: string): never {
  throw new Error(message);
}
