import { Runtime1810000000001 } from './1810000000001-runtime.js';

export const RUNTIME_MIGRATIONS = [Runtime1810000000001];
