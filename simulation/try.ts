import { takeOverRandomness } from './chance/seed-randomness.js';
takeOverRandomness();
const { startTestServer } = await import('../test/support/test-server.js');
const { createTestDatabase } = await import('../test/support/test-database.js');
const { World } = await import('./world/world.js');
const { runEpisode } = await import('./run/run-episode.js');
const { writeSteps } = await import('./steps/write-steps.js');
const server = await startTestServer();
const database = await createTestDatabase();
const superuser = new URL(server.facts.superuser); superuser.pathname = '/' + database.name;
const world = await World.open(database, superuser.href, null);
try {
  const from = Number(process.argv[2] ?? 1), to = Number(process.argv[3] ?? from), n = Number(process.argv[4] ?? 100);
  for (let seed = from; seed <= to; seed += 1) {
    const t = performance.now();
    const r = await runEpisode(world, String(seed), writeSteps(String(seed), n));
    console.log(seed, r.done, JSON.stringify(r.violation), Math.round(performance.now() - t), 'ms');
    if (from === to || r.violation) { console.log(r.story.split('\n').slice(-(Number(process.argv[5] ?? 40))).join('\n')); }
    if (r.violation) break;
  }
} finally { await world.close(); await database.drop(); await server.stop(); }
