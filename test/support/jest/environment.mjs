import { TestEnvironment } from 'jest-environment-node';

/** jest's own environment, for tests that do not live in it: what they are checked and faked with means the globals of the process. */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (typeof globalThis[name] === 'function') this.global[name] = globalThis[name]; // expect.any(Number), Error, Date
    }
    const { constructor: FakeTimers } = this.fakeTimersModern;
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
  }
}
