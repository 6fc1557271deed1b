import { DirectBilling1810000000010 } from './1810000000010-direct-billing.js';
import { LateBookings1810000000642 } from './1810000000642-late-bookings.js';

export const DIRECT_BILLING_MIGRATIONS = [DirectBilling1810000000010, LateBookings1810000000642];
