import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

/** The compiler options of the build, and source maps inside the compiled text. */
export const OPTIONS = { configFile: fileURLToPath(new URL('../../.swcrc', import.meta.url)), sourceMaps: 'inline' };

/** The URL of a test file has a query, because one process may load the file more than once. */
const isTypeScript = (url = '') => /\.ts(\?|$)/.test(url);

const JEST_GLOBALS = new URL('./jest/globals.mjs', import.meta.url).href;

export async function resolve(specifier, context, nextResolve) {
  if (isTypeScript(context.parentURL)) {
    if (specifier === '@jest/globals') return nextResolve(JEST_GLOBALS, context);
    // Sources import each other by the names of the compiled files.
    if (/^\.{1,2}\/.*\.js$/.test(specifier)) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(source)) return nextResolve(source.href, context);
    }
  }
  return nextResolve(specifier, context);
}

export async function load(url, context, nextLoad) {
  if (!isTypeScript(url)) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { ...OPTIONS, filename });
  return { format: 'module', source: code, shortCircuit: true };
}
