import { register } from 'node:module';

/** Lets plain Node run the TypeScript sources: in jest's processes, and in others with `node --import ./test/support/typescript.mjs`. */
register('./typescript-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
