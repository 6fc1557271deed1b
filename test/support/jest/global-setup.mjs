import '../typescript.mjs';

export default async function globalSetup() {
  const { startTestServer } = await import('../test-server.ts');
  const server = await startTestServer();
  globalThis.testServer = server; // For the teardown.
  // jest does not call the teardown when it is interrupted.
  let stopping;
  const end = () => void (stopping ??= server.stop().finally(() => process.exit(1)));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
  process.on('SIGHUP', end); // This signal arrives twice: from the terminal, and from scripts/test.mjs.
}
