export const MOST_VALUE_CHARACTERS = 128;
export const MOST_LABEL_CHARACTERS = 35;
/** Of a partner's reason to unregister one. */
export const MOST_REASON_CHARACTERS = 20;
/** A payer who has neither agreed nor refused by then does not any more. */
export const PENDING_IS_ASKED_HOURS = 72;
/** Apps that know one payer; a list of choices is never longer. */
export const MOST_APPS = 20;
/** Of the key by which a channel knows one. */
export const MOST_APP_KEY_CHARACTERS = 255;
