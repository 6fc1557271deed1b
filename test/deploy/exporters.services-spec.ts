import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { serverFacts } from '../support/server-facts.js';
import { until } from '../support/until.js';
import { readDeployed } from './support/deployed-files.js';
import { expressionsOf } from './support/prometheus-files.js';

const PROGRAM = '/usr/bin/prometheus-postgres-exporter';
const SLOT = 'slot_of_a_replica';
/** Told only of a server that another one follows. */
const NEEDS_A_REPLICA = 'pg_stat_replication_pg_wal_lsn_diff';

const asked = new Set(
  expressionsOf(readDeployed('deploy/prometheus/infrastructure.yaml')).flatMap((text) => text.match(/\bpg_\w+/g) ?? []),
);

describe('PostgreSQL’s exporter', () => {
  const server = new Client({ connectionString: serverFacts().superuser });
  beforeAll(async () => {
    await server.connect();
    await server.query('SELECT pg_create_physical_replication_slot($1)', [SLOT]);
  });
  afterAll(async () => {
    await server.query('SELECT pg_drop_replication_slot($1)', [SLOT]);
    await server.end();
  });

  it('tells what the alerts ask it for', async () => {
    const [port, source] = [await freePort(), new URL(serverFacts().superuser)];
    source.searchParams.set('sslmode', 'disable');
    const exporter = spawn(PROGRAM, [`--web.listen-address=127.0.0.1:${port}`], {
      env: { DATA_SOURCE_NAME: source.href },
      stdio: 'ignore',
    });
    try {
      const told = await until(
        async () => (await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null))?.text() ?? '',
        (text) => text.includes(SLOT),
      );
      expect(asked.size).toBeGreaterThan(2);
      for (const metric of asked) if (metric !== NEEDS_A_REPLICA) expect(told).toMatch(new RegExp(`^${metric}\\{`, 'm'));
      expect(told).toMatch(new RegExp(`^pg_replication_slots_active\\{.*slot_name="${SLOT}".*\\} 0$`, 'm'));
    } finally {
      const ended = once(exporter, 'exit');
      exporter.kill('SIGKILL');
      await ended;
    }
  });
});
