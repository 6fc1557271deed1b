import '../typescript.mjs';

export default async function globalSetup() {
  const { startTestServer } = await import('../test-server.ts');
  const server = await startTestServer();
  globalThis.testServer = server; // global-teardown.mjs reads it.
  // jest does not call the teardown when it is interrupted.
  let stopped;
  const stopAndExit = () => void (stopped ??= server.stop().finally(() => process.exit(1)));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopAndExit);
  // `on`, because this signal arrives twice: from the terminal, and from scripts/test.mjs.
  process.on('SIGHUP', stopAndExit);
}
