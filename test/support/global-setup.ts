import { importTypeScript } from './typescript.mjs';
import type { TestServer } from './test-server.js';

declare global {
  var testServer: TestServer | undefined; // the teardown is another module, compiled apart; a global is what they share
}

export default async function globalSetup(): Promise<void> {
  const { startTestServer } = await importTypeScript<typeof import('./test-server.js')>('./test-server.ts');
  const server = await startTestServer();
  globalThis.testServer = server;
  // jest does not tear down when it is interrupted.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  }
}
