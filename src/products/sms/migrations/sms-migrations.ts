import { Sms1820000000030 } from './1820000000030-sms.js';

export const SMS_MIGRATIONS = [Sms1820000000030];
