// The money side under everything that may happen to it: docs/simulation.md. `npm run simulate -- --help`
import { takeOverRandomness } from './chance/seed-randomness.js';

// Before the gateway's sources are loaded, which keep what they import.
takeOverRandomness();
const { runCommand } = await import('./command/run-command.js');
process.exitCode = await runCommand(process.argv.slice(2));
