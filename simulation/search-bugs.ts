// Child process of `npm run simulate -- --injected-bugs`: searches for the bugs that the parent process sends.
import { patchRandomness } from './random/seed-randomness.js';

// The gateway's modules keep references to random functions, so these are replaced before the modules are loaded.
patchRandomness();
const { serveSearches } = await import('./command/search-bug.js');
await serveSearches();
