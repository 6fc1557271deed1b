import { register } from 'node:module';

/**
 * Lets plain Node run the TypeScript sources, compiled as jest compiles them. jest itself can do that for tests only: it turns a
 * global setup into CommonJS, which cannot load the sources. Also for child processes: `node --import ./test/support/typescript.mjs`.
 */
register('./typescript-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

/** @param path relative to this folder */
export async function importTypeScript(path) {
  return import(new URL(path, import.meta.url).href);
}
