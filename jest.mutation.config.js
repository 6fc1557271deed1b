import base from './jest.config.js';

/** The suites under a mutant, in one process (test/support/mutation): `npm run test:mutation`. Whoever starts it has started the database server. */
export default {
  ...base,
  testMatch: ['**/*.{spec,e2e-spec,api-spec,long-spec}.ts'],
  testEnvironment: '<rootDir>/test/support/mutation/environment.mjs',
  testRunner: '<rootDir>/test/support/mutation/runner.mjs',
  testSequencer: '<rootDir>/test/support/mutation/sequencer.mjs',
  globalSetup: null,
  globalTeardown: null,
  reporters: [],
  silent: true,
  watchman: false,
  testTimeout: 60_000, // what a mutant has broken never ends
};
