import { register } from 'node:module';

/** Lets plain Node run the TypeScript sources. jest's processes import this file, other programs use `node --import`. */
register('./typescript-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
