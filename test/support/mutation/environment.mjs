import { relative } from 'node:path';
import Environment from '../jest/environment.mjs';

const MATCHES_NO_TEST = /(?!)/;

/**
 * Tells Stryker which test is running, so that Stryker records which mutants each test reaches.
 * A mutant of a test is active only while tests run. A mutant that is needed while files load has a process of its own.
 */
export default class extends Environment {
  constructor(config, context) {
    super(config, context);
    this.file = relative(config.projectConfig.rootDir, context.testPath);
  }

  async handleTestEvent({ name, test }, state) {
    const { __stryker__: mutation } = globalThis;
    if (name === 'run_start') {
      skipUnwantedTests(state.rootDescribeBlock, (id) => mutation.isWanted(this.file, id));
      Object.assign(mutation, { currentTestId: this.file, activeMutant: mutation.mutantOfTests });
    }
    if (name === 'test_start') mutation.currentTestId = `${this.file} ${nameOf(test)}`;
    if (name === 'test_done') mutation.currentTestId = this.file;
    if (name === 'run_finish') Object.assign(mutation, { currentTestId: undefined, activeMutant: mutation.mutantOfFiles });
    if (name === 'test_done' && test.errors.length > 0) mutation.isDead = true;
    if (mutation.isDead) state.testNamePattern = MATCHES_NO_TEST; // One failed test is enough: jest skips the other tests.
  }
}

function skipUnwantedTests(block, isWanted) {
  for (const child of block.children) {
    if (child.type === 'describeBlock') skipUnwantedTests(child, isWanted);
    else if (!isWanted(nameOf(child))) child.mode = 'skip';
  }
}

/** The name of a test in jest's report. */
const nameOf = ({ name, parent }) => (parent.parent ? `${nameOf(parent)} ${name}` : name);
