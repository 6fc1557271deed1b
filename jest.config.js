import { availableParallelism, totalmem } from 'node:os';

/** Bytes. A container may use less than the machine has; without a limit the second is 0, or more than there is. */
const MEMORY = Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Node itself loads the tests and the TypeScript sources (test/support/jest/runner.mjs), so jest has nothing to compile. */
export default {
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  testEnvironmentOptions: { globalsCleanup: 'off' }, // they are the process's own
  testRunner: '<rootDir>/test/support/jest/runner.mjs',
  testSequencer: '<rootDir>/test/support/jest/sequencer.mjs',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
  transform: {},
  // For --findRelatedTests, as Node does it: a source imports another by the name that the compiled file will have.
  moduleNameMapper: { '^(\\.{1,2}/.*(?<!\\.json))\\.js$': '$1' },
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
  // More than 8 would want more connections than the server has, and each takes up to 2 GB.
  maxWorkers: Math.max(1, Math.min(availableParallelism(), 8, Math.floor(MEMORY / 2e9))),
  workerIdleMemoryLimit: '1500MB', // a new worker loads all sources again
  workerGracefulExitTimeout: 10_000, // a machine that is busy with something else ends them as well
  testTimeout: 300_000, // for what never ends, and longer than `until` waits; a slow machine is no failure
};
