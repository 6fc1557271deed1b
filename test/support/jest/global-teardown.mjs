/** Whatever the tests saw of it: a transaction that PostgreSQL had to end is a defect, and often one that a second try hides. */
export default async function globalTeardown() {
  const server = globalThis.testServer;
  if (!server) return;
  const deadlocks = await server.deadlocks().finally(() => server.stop());
  if (deadlocks.length > 0) throw new Error(`Transactions of the tests waited for each other:\n${deadlocks.join('\n')}`);
}
