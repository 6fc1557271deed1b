import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main } from './console.mjs';
import { prepare, root } from './prepare.mjs';

await main(() => prepare());
const program = join(root, 'dist', 'cli', 'main.js');
process.argv[1] = program; // so that the command line sees the arguments as if it were started directly
process.setSourceMapsEnabled(true);
await import(pathToFileURL(program).href);
