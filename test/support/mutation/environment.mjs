import { relative } from 'node:path';
import Environment from '../jest/environment.mjs';

const NO_TEST = /(?!)/;

/** Says which suite runs, so that it is known which lines each reaches, and lets a mutant live only while tests run, not while files load. */
export default class extends Environment {
  constructor(config, context) {
    super(config, context);
    this.file = relative(config.projectConfig.rootDir, context.testPath);
  }

  async handleTestEvent(event, state) {
    const { __stryker__: mutation } = globalThis;
    if (event.name === 'run_start') Object.assign(mutation, { currentTestId: this.file, activeMutant: mutation.mutantOfTests });
    if (event.name === 'run_finish') Object.assign(mutation, { currentTestId: undefined, activeMutant: mutation.mutantOfFiles });
    if (event.name === 'test_done' && event.test.errors.length > 0) mutation.isDead = true;
    if (mutation.isDead) state.testNamePattern = NO_TEST; // one death is enough
  }
}
