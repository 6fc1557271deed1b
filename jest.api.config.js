import base from './jest.config.js';

/** Whole tables through HTTP, SQL and the command line: `npm run test:api`. */
export default { ...base, testMatch: ['**/*.api-spec.ts'] };
