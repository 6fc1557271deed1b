import { AREAS } from './test/support/mutation/areas.mjs';

const area = process.env.MUTATION_AREA;
const report = `reports/mutation/${area}${process.env.MUTATION_SAMPLE === '1' ? '' : '.sample'}`;

/** `npm run test:mutation -- <area>`; docs/mutation-tests.md explains it and keeps the scores. */
export default {
  mutate: [...AREAS[area].mutate, '!src/**/*.spec.ts'],
  testRunner: 'jest-in-process',
  plugins: ['./test/support/mutation/jest-in-process.mjs', './test/support/mutation/sample.mjs', './test/support/mutation/survivors.mjs'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  coverageAnalysis: 'perTest',
  ignoreStatic: process.env.MUTATE_STATIC !== 'yes',
  concurrency: 1, // the suites measure themselves against one database server
  maxTestRunnerReuse: 60, // what a dead mutant left open goes with its process
  dryRunTimeoutMinutes: 30,
  timeoutMS: 90_000, // a mutant should die of a test that fails, not of a slow machine
  incremental: true, // the next run asks only what has changed
  incrementalFile: `${report}.incremental.json`,
  reporters: ['sample', process.stdout.isTTY ? 'progress' : 'progress-append-only', 'survivors', 'clear-text', 'html', 'json'],
  allowConsoleColors: Boolean(process.stdout.isTTY),
  clearTextReporter: { logTests: false, reportTests: false, allowColor: Boolean(process.stdout.isTTY) },
  htmlReporter: { fileName: `${report}.html` },
  jsonReporter: { fileName: `${report}.json` },
  thresholds: { high: 95, low: 85, break: 85 },
  cleanTempDir: 'always',
  ignorePatterns: ['/.data', '/dist', '/deploy', '/reports', '/coverage'], // of the root: the sources have folders of such names, too
};
