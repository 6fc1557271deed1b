import base from './jest.config.js';

/** Crowds, races, backlogs, processes and a worker that works by itself: `npm run test:long`. */
export default { ...base, testMatch: ['**/*.long-spec.ts'] };
