/**
 * Arguments with which Node runs a program of the gateway. Run it in the project's folder.
 * Parts of a test run that start many programs use the built one (`scripts/test.mjs --built`).
 * Otherwise the program runs from its source, and each process compiles all sources.
 */
export const program = (name: 'main' | 'cli/main'): string[] =>
  process.env['TEST_BUILT'] ? [`dist/${name}.js`] : ['--import', './test/support/typescript.mjs', `src/${name}.ts`];
