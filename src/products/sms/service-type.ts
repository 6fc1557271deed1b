/**
 * What the payer gets for a message. ONE_TIME_CODE: a new random code. CODE_PACK: the next code of the partner's code pack. API_URL: the text
 * that the partner's program returns.
 */
export const SMS_SERVICE_TYPES = ['ONE_TIME_CODE', 'CODE_PACK', 'API_URL'] as const;
export type SmsServiceType = (typeof SMS_SERVICE_TYPES)[number];
