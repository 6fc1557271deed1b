import { Platform1790000000001 } from './migrations/1790000000001-platform.js';

/** Every migration in order. A new one is added here and nowhere else. */
export const MIGRATIONS = [Platform1790000000001];
