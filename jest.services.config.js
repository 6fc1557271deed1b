import base from './jest.config.js';

/** Suites that need programs from the system's packages; `.ci/nightly services` installs them. */
export default { ...base, testMatch: ['**/*.services-spec.ts'], maxWorkers: 1 };
