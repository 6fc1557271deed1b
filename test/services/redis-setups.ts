import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { RedisProcess, type RedisTls } from './redis-process.js';

/** A Redis installation of one or several processes. */
export interface RedisSetup {
  /** The gateway's settings for this installation. */
  settings: Record<string, string>;
  /** The processes that hold data, the master first. */
  servers: RedisProcess[];
  stop(): Promise<void>;
}

const IN_MEMORY = ['save ""', 'appendonly no', 'maxmemory-policy noeviction'];
const PASSWORD = 'servers-secret';
const SENTINEL_PASSWORD = 'sentinels-secret';
const WITH_PASSWORD = [...IN_MEMORY, `requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`];
const MASTER = 'mymaster';
const SLOTS = 16_384;
/** A process that does not respond for so long counts as down. Load alone does not delay a response that long. */
const DOWN_AFTER_MS = 10_000;

const tlsSettings = (tls: RedisTls | undefined): Record<string, string> =>
  tls ? { REDIS_TLS: 'on', REDIS_CA_FILE: tls.authorityFile } : {};
const stopAll = async (processes: RedisProcess[]): Promise<void> => void (await Promise.all(processes.map((each) => each.stop())));

/** Makes an installation. If one of its processes does not start, the processes that `make` has added to `started` are stopped. */
async function startAll(make: (started: RedisProcess[]) => Promise<Omit<RedisSetup, 'stop'>>): Promise<RedisSetup> {
  const started: RedisProcess[] = [];
  try {
    return { ...(await make(started)), stop: () => stopAll(started) };
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}

/** @param configuration lines of Redis' configuration in addition to `IN_MEMORY`, which they override. */
export function startSingleRedis(configuration: string[] = []): Promise<RedisSetup> {
  return startAll(async (started) => {
    const server = await RedisProcess.start([...IN_MEMORY, ...configuration]);
    started.push(server);
    return { settings: { REDIS_URL: `redis://${server.address}` }, servers: [server] };
  });
}

/** A master with one replica, and three sentinels of which two must agree that the master is down. */
export function startSentinelRedis(tls?: RedisTls): Promise<RedisSetup> {
  return startAll(async (started) => {
    const start = async (configuration: string[], kind?: 'sentinel'): Promise<RedisProcess> => {
      const redis = await RedisProcess.start(configuration, kind, tls);
      started.push(redis);
      return redis;
    };
    const master = await start(WITH_PASSWORD);
    const replica = await start([...WITH_PASSWORD, `replicaof 127.0.0.1 ${master.port}`, 'repl-diskless-sync-delay 0']);
    const sentinelLines = [
      `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} 2`,
      `sentinel auth-pass ${MASTER} ${PASSWORD}`,
      `requirepass ${SENTINEL_PASSWORD}`,
      `sentinel sentinel-pass ${SENTINEL_PASSWORD}`,
      `sentinel down-after-milliseconds ${MASTER} ${DOWN_AFTER_MS}`,
      `sentinel failover-timeout ${MASTER} 5000`,
    ];
    const sentinels = await Promise.all([1, 2, 3].map(() => start(sentinelLines, 'sentinel')));
    for (const sentinel of sentinels) {
      await until(
        async () => toRecord(await sentinel.sendCommand('SENTINEL', 'MASTER', MASTER)),
        (state) => state['num-slaves'] === '1' && state['num-other-sentinels'] === '2' && state['flags'] === 'master',
      );
    }
    await until(
      () => replica.sendCommand('INFO', 'replication'),
      (info) => String(info).includes('master_link_status:up'),
    );
    const addresses = sentinels.map(({ address }) => address).join(',');
    const settings = {
      REDIS_SENTINELS: addresses,
      REDIS_SENTINEL_NAME: MASTER,
      REDIS_PASSWORD: PASSWORD,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
      ...tlsSettings(tls),
    };
    return { settings, servers: [master, replica] };
  });
}

/** Three masters that share the slots. */
export function startClusterRedis(tls?: RedisTls): Promise<RedisSetup> {
  return startAll(async (started) => {
    const nodes: RedisProcess[] = [];
    const slotRanges = [0, 1, 2].map((part) => [part, part + 1].map((edge) => Math.floor((edge * SLOTS) / 3)));
    for (const [from = 0, end = SLOTS] of slotRanges) {
      const lines = ['cluster-enabled yes', `cluster-node-timeout ${DOWN_AFTER_MS}`, `cluster-port ${await freePort()}`];
      const node = await RedisProcess.start([...WITH_PASSWORD, ...lines], 'server', tls);
      started.push(node);
      nodes.push(node);
      await node.sendCommand('CLUSTER', 'ADDSLOTSRANGE', from, end - 1);
      await node.sendCommand('CLUSTER', 'SET-CONFIG-EPOCH', nodes.length);
    }
    const [first, ...others] = nodes;
    for (const other of others) await first?.sendCommand('CLUSTER', 'MEET', '127.0.0.1', other.port, await clusterPortOf(other));
    for (const node of nodes) {
      await until(
        () => node.sendCommand('CLUSTER', 'INFO'),
        (info) =>
          ['cluster_state:ok', 'cluster_known_nodes:3', 'cluster_size:3', `cluster_slots_ok:${SLOTS}`].every((fact) =>
            String(info).includes(fact),
          ),
      );
    }
    const addresses = nodes.map(({ address }) => address).join(',');
    return { settings: { REDIS_CLUSTER_NODES: addresses, REDIS_PASSWORD: PASSWORD, ...tlsSettings(tls) }, servers: nodes };
  });
}

async function clusterPortOf(node: RedisProcess): Promise<number> {
  return Number(toRecord(await node.sendCommand('CONFIG', 'GET', 'cluster-port'))['cluster-port']);
}

/** Turns a list of alternating names and values, as Redis sends it, into a record. */
function toRecord(response: unknown): Record<string, string> {
  const list = response as string[];
  return Object.fromEntries(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? '']] : [])));
}

export const REDIS_SETUPS = { single: () => startSingleRedis(), sentinel: () => startSentinelRedis(), cluster: () => startClusterRedis() };
