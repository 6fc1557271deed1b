import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithNpm } from './child.mjs';
import { main } from './console.mjs';
import { prepare, root } from './prepare.mjs';

await main(() => prepare());
endWithNpm();
// In this process, so that signals and the exit code are the gateway's own.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist', 'main.js')).href);
