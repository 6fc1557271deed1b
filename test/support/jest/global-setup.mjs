import '../typescript.mjs';

export default async function globalSetup() {
  const { startTestServer } = await import('../test-server.ts');
  const server = await startTestServer();
  globalThis.testServer = server; // for the teardown
  // jest does not tear down when it is interrupted.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.stop().finally(() => process.exit(1)));
}
