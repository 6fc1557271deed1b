import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { REDIS_SETUPS } from './redis-setups.js';

/**
 * Runs a command with a Redis of its own, and stops this Redis afterwards:
 * `node --import ./test/support/typescript.mjs test/services/with-redis.ts single|sentinel|cluster command…`
 * The command finds it in `TEST_REDIS_URL`, `TEST_REDIS_SENTINELS` or `TEST_REDIS_CLUSTER_NODES`, with further variables for its passwords.
 */
const [kind = '', command, ...args] = process.argv.slice(2);
if (!(kind in REDIS_SETUPS) || !command) throw new Error(`Usage: with-redis.ts ${Object.keys(REDIS_SETUPS).join('|')} command…`);
const setup = await REDIS_SETUPS[kind as keyof typeof REDIS_SETUPS]();
try {
  const settings = Object.fromEntries(Object.entries(setup.settings).map(([name, value]) => [`TEST_${name}`, value]));
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...settings } });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await setup.stop();
}
