import base from './jest.config.js';

/** Crowds, backlogs, races, tables of everything and processes of their own: what costs more than a change is worth, and `.ci/run` does: `npm run test:long`. */
export default { ...base, testMatch: ['**/*.long-spec.ts'] };
