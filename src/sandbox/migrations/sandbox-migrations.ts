import { Sandbox1810000000012 } from './1810000000012-sandbox.js';
import { SandboxAcquirer1810000000020 } from './1810000000020-sandbox-acquirer.js';

export const SANDBOX_MIGRATIONS = [Sandbox1810000000012, SandboxAcquirer1810000000020];
