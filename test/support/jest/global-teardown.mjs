import { writeFileSync } from 'node:fs';

/** Fails the run for defects in the server's log, even if all tests passed. */
export default async function globalTeardown() {
  const server = globalThis.testServer;
  if (!server) return;
  const defects = await server.defects().finally(() => server.stop());
  if (defects.length === 0) return;
  const said = `In the log of PostgreSQL:\n${defects.join('\n')}\n`;
  // After an error here jest writes no results, so it is scripts/test.mjs that fails.
  const file = process.env.TEST_DEFECTS_FILE;
  if (!file) throw new Error(said);
  writeFileSync(file, said);
}
