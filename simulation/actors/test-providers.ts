import { TEST_OPERATOR } from './simulated-operator.js';
import { ACQUIRERS } from './simulated-acquirer.js';

/** Providers, as the ledger names them, that take no money. */
export const TEST_PROVIDERS: readonly string[] = [TEST_OPERATOR, ...(ACQUIRERS['tryout'] ?? [])];
