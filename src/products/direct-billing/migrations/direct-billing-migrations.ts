import { DirectBilling1820000000020 } from './1820000000020-direct-billing.js';

export const DIRECT_BILLING_MIGRATIONS = [DirectBilling1820000000020];
