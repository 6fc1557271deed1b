import { DirectBilling1800000000010 } from './1800000000010-direct-billing.js';

export const DIRECT_BILLING_MIGRATIONS = [DirectBilling1800000000010];
