import Sequencer from '@jest/test-sequencer';

/** As they are listed: jest would begin with the slowest. */
export default class extends Sequencer {
  sort(tests) {
    const order = globalThis.__stryker__.files;
    return tests.toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  }
}
