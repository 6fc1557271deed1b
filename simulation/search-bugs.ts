// Searches for the bugs that `npm run simulate -- --injected-bugs` sends to this process.
import { patchRandomness } from './random/seed-randomness.js';

// Before the gateway's modules are loaded, which keep references to what is replaced here.
patchRandomness();
const { answerSearches } = await import('./command/search-bug.js');
await answerSearches();
