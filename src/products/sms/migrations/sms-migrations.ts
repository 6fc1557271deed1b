import { Sms1810000000011 } from './1810000000011-sms.js';

export const SMS_MIGRATIONS = [Sms1810000000011];
