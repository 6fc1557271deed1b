// `npm run simulate`: runs the gateway's money code under events and failures of every kind. See docs/simulation.md.
import { patchRandomness } from './random/seed-randomness.js';

// The gateway's modules keep references to random functions, so these are replaced before the modules are loaded.
patchRandomness();
const { runCommand } = await import('./command/run-command.js');
process.exitCode = await runCommand(process.argv.slice(2));
