/**
 * What the payer gets for a message. ONE_TIME_CODE: a fresh code; CODE_PACK: the next of the partner's uploaded codes; API_URL: the answer of the
 * partner's program.
 */
export const SMS_SERVICE_TYPES = ['ONE_TIME_CODE', 'CODE_PACK', 'API_URL'] as const;
export type SmsServiceType = (typeof SMS_SERVICE_TYPES)[number];
