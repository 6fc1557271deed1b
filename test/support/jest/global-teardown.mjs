import { writeFileSync } from 'node:fs';

/** Fails the run for defects in the log of PostgreSQL, even if all tests passed. */
export default async function globalTeardown() {
  const server = globalThis.testServer;
  if (!server) return;
  const defects = await server.defects().finally(() => server.stop());
  if (defects.length === 0) return;
  const message = `In the log of PostgreSQL:\n${defects.join('\n')}\n`;
  // After an error here jest writes no results. Therefore scripts/test.mjs fails the run.
  const file = process.env.TEST_DEFECTS_FILE;
  if (!file) throw new Error(message);
  writeFileSync(file, message);
}
