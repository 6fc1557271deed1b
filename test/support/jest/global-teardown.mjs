/** Fails the run for defects in the server's log, even if all tests passed. */
export default async function globalTeardown() {
  const server = globalThis.testServer;
  if (!server) return;
  const defects = await server.defects().finally(() => server.stop());
  if (defects.length > 0) throw new Error(`In the log of PostgreSQL:\n${defects.join('\n')}`);
}
