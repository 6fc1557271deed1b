import { Sandbox1820000000060 } from './1820000000060-sandbox.js';
import { SandboxAcquirer1820000000061 } from './1820000000061-sandbox-acquirer.js';

export const SANDBOX_MIGRATIONS = [Sandbox1820000000060, SandboxAcquirer1820000000061];
