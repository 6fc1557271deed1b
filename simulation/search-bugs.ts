// Searches for the bugs that `npm run simulate -- --bugs` sends to this process.
import { takeOverRandomness } from './chance/seed-randomness.js';

// Before the gateway's modules are loaded, which keep references to what is replaced here.
takeOverRandomness();
const { answerSearches } = await import('./command/search-bug.js');
await answerSearches();
