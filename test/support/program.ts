/**
 * Arguments with which Node runs a program of the gateway: as built in parts that start many (`scripts/test.mjs --built`), because each would
 * compile all sources for itself; else from its source. Run it in the project's folder.
 */
export const program = (name: 'main' | 'cli/main'): string[] =>
  process.env['TEST_BUILT'] ? [`dist/${name}.js`] : ['--import', './test/support/typescript.mjs', `src/${name}.ts`];
