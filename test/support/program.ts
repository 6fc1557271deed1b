/**
 * Arguments with which Node runs a program of the gateway. Run it in the project's folder.
 * Test runs that start many programs use the built programs (`scripts/test.mjs --built`).
 * Otherwise the program runs from its source, and each process compiles all sources, which is slower.
 */
export const programArguments = (name: 'main' | 'cli/main'): string[] =>
  process.env['TEST_BUILT'] ? [`dist/${name}.js`] : ['--import', './test/support/typescript.mjs', `src/${name}.ts`];
