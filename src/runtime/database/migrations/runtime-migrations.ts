import { Runtime1820000000001 } from './1820000000001-runtime.js';

export const RUNTIME_MIGRATIONS = [Runtime1820000000001];
