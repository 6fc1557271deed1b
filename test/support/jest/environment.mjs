import { TestEnvironment } from 'jest-environment-node';

/**
 * The tests run in the global scope of the process, not in the one that jest creates for each file.
 * Matchers and fake timers must therefore use the globals of the process.
 */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (typeof globalThis[name] === 'function') this.global[name] = globalThis[name]; // For expect.any(Number), Error and Date.
    }
    const { constructor: FakeTimers } = this.fakeTimersModern;
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
  }
}
