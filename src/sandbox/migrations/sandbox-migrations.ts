import { Sandbox1800000000012 } from './1800000000012-sandbox.js';
import { SandboxAcquirer1800000000020 } from './1800000000020-sandbox-acquirer.js';

export const SANDBOX_MIGRATIONS = [Sandbox1800000000012, SandboxAcquirer1800000000020];
