import { Sms1800000000011 } from './1800000000011-sms.js';

export const SMS_MIGRATIONS = [Sms1800000000011];
