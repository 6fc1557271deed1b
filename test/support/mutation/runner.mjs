import run from '../jest/runner.mjs';

const SKIPPED = { title: '', fullName: '', ancestorTitles: [], status: 'pending', failureMessages: [], failureDetails: [] };
const NO_SNAPSHOTS = { added: 0, matched: 0, unmatched: 0, updated: 0, unchecked: 0, uncheckedKeys: [], fileDeleted: false };
const NO_TESTS = { numFailingTests: 0, numPassingTests: 0, numTodoTests: 0, snapshot: NO_SNAPSHOTS };

/** One failed test is enough to kill a mutant: after it, further files are not loaded. */
export default function runUnlessDead(globalConfig, config, environment, runtime, testPath, sendMessage) {
  if (globalThis.__stryker__.isDead)
    return { ...NO_TESTS, testFilePath: testPath, testResults: [SKIPPED], numPendingTests: 1, skipped: true };
  return run(globalConfig, config, environment, runtime, testPath, sendMessage);
}
