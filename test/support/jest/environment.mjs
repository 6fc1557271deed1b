import { TestEnvironment } from 'jest-environment-node';

/** A jest environment for tests that run in the global scope of the process: matchers and fakes must use the same globals. */
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
