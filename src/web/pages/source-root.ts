import { fileURLToPath } from 'node:url';

/** Folder that features lie in: `src` in tests, `dist` in a built program. The build copies templates and assets along. */
export const SOURCE_ROOT = fileURLToPath(new URL('../..', import.meta.url));
