import type {} from './global-setup.js';

export default async function globalTeardown(): Promise<void> {
  await globalThis.testServer?.stop();
}
