import base from './jest.config.js';

/** Pages in a real Chromium, which `.ci/nightly browser` installs: `npm run test:browser`. */
export default { ...base, testMatch: ['**/*.browser-spec.ts'], maxWorkers: 1 };
