// The money side under everything that may happen to it: docs/simulation.md. `npm run simulate -- --help`
import { patchRandomness } from './random/seed-randomness.js';

// Before the gateway's modules are loaded, which keep references to what is replaced here.
patchRandomness();
const { runCommand } = await import('./command/run-command.js');
process.exitCode = await runCommand(process.argv.slice(2));
