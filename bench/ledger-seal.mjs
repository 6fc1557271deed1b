// The cost of seals for sales: entries per second with eight concurrent clients, in rounds of all variants in turn.
// Usage: npm run bench:ledger-seal [-- --seconds 5 --rounds 3]
import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Ledger } from '../dist/platform/ledger/ledger.service.js';
import { saleEntry } from '../dist/platform/ledger/sale-entry.js';
import { SealEntriesService } from '../dist/platform/ledger/seals/seal-entries.service.js';
import { median, startDatabase } from './world.mjs';

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } } });
const CLIENTS = 8;

const INDEXES = `CREATE INDEX ledger_entry_by_time ON ledger_entry (occurred_at, id); CREATE INDEX ledger_entry_by_transaction ON ledger_entry (created_xid)`;
const NO_INDEXES = 'DROP INDEX IF EXISTS ledger_entry_by_time, ledger_entry_by_transaction';

/** The alternative that was not chosen: each entry is chained when it is posted, so the next one waits for the commit. */
const chain = (shards) => `
  CREATE TABLE bench_chain (shard int PRIMARY KEY, hash bytea NOT NULL);
  INSERT INTO bench_chain SELECT n, sha256('') FROM generate_series(0, ${shards - 1}) AS n;
  CREATE FUNCTION bench_chained() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE one uuid;
  BEGIN
    FOR one IN SELECT DISTINCT entry_id FROM added LOOP
      UPDATE bench_chain SET hash = sha256(hash || convert_to((
        SELECT e.id || e.kind || e.reference || e.occurred_at || string_agg(a.account_id || ':' || a.amount_minor, ',' ORDER BY a.line)
        FROM ledger_entry e JOIN added a ON a.entry_id = e.id WHERE e.id = one GROUP BY e.id), 'UTF8'))
      WHERE shard = abs(hashtext(one::text)) % ${shards};
    END LOOP;
    RETURN NULL;
  END $$;
  CREATE TRIGGER bench_chained AFTER INSERT ON ledger_posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bench_chained()`;
const NO_CHAIN =
  'DROP TRIGGER IF EXISTS bench_chained ON ledger_posting; DROP FUNCTION IF EXISTS bench_chained; DROP TABLE IF EXISTS bench_chain';

const VARIANTS = [
  { name: 'before: no indexes, no seals', set: NO_INDEXES, seals: false },
  { name: 'indexes', set: INDEXES, seals: false },
  { name: 'indexes and a worker that seals', set: INDEXES, seals: true },
  { name: 'one chain at insert', set: `${NO_INDEXES}; ${chain(1)}`, seals: false },
  { name: '16 chains at insert', set: `${NO_INDEXES}; ${chain(16)}`, seals: false },
];

const database = await startDatabase();
const source = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: CLIENTS + 2 }).initialize();
const ledger = new Ledger();
const sealService = new SealEntriesService(source, { register: () => undefined });
try {
  const partners = Array.from({ length: 100 }, () => uuidv7());
  for (const id of partners) await database.query("INSERT INTO partner (id, name, created_at) VALUES ($1, 'Benchmark', now())", [id]);
  const ratesByVariant = new Map(VARIANTS.map(({ name }) => [name, []]));
  await measure(partners, false, 2); // warm-up: code is compiled and caches are filled
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const { name, set, seals } of VARIANTS) {
      await database.query(`${NO_CHAIN}; ${NO_INDEXES}; ${set}`);
      ratesByVariant.get(name).push(await measure(partners, seals, Number(options.seconds)));
    }
  for (const [name, rates] of ratesByVariant)
    console.log(`${name}: ${Math.round(median(rates))} entries/s (${rates.map(Math.round).join(', ')})`);
} finally {
  await source.destroy();
  await database.stop();
}

async function measure(partners, seals, seconds) {
  const end = performance.now() + seconds * 1000;
  let posted = 0;
  const post = async (worker) => {
    while (performance.now() < end) {
      posted += 1;
      const entry = saleEntry({
        kind: 'sms.received',
        reference: uuidv7(),
        test: false,
        occurredAt: new Date(),
        clearing: 'sms',
        partnerId: partners[(posted * 7 + worker) % partners.length],
        grossMinor: 62,
        netMinor: 50,
        partnerMinor: 25,
      });
      await source.transaction((tx) => ledger.post(tx, entry));
    }
  };
  let sealer = Promise.resolve();
  if (seals)
    sealer = (async () => {
      while (performance.now() < end) if (!(await sealService.batch())) await new Promise((resolve) => setTimeout(resolve, 500));
    })();
  await Promise.all(Array.from({ length: CLIENTS }, (_, worker) => post(worker)));
  await sealer;
  return posted / seconds;
}
