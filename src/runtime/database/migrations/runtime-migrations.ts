import { Runtime1800000000001 } from './1800000000001-runtime.js';

export const RUNTIME_MIGRATIONS = [Runtime1800000000001];
