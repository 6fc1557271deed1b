import Sequencer from '@jest/test-sequencer';

/** Runs files in the listed order. jest would begin with the slowest. */
export default class extends Sequencer {
  sort(tests) {
    const { paths } = globalThis.__stryker__;
    return tests.toSorted((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path));
  }
}
