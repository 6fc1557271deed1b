import base from './jest.config.js';

/** Processes that are killed, a database that is away or hangs, restarts: `npm run test:faults`. Slow, because much of it is waited for. */
export default { ...base, testMatch: ['**/*.faults-spec.ts'], maxWorkers: 3 };
