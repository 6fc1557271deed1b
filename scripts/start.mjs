import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main } from './console.mjs';
import { prepare, root } from './prepare.mjs';

await main(() => prepare());
// In this process, so that signals and the exit code are the gateway's own.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist', 'main.js')).href);
