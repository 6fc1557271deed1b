import { fileURLToPath } from 'node:url';

/** The root folder of the features: `src` in tests, `dist` in a built program. The build copies templates and assets to `dist`. */
export const SOURCE_ROOT = fileURLToPath(new URL('../..', import.meta.url));
