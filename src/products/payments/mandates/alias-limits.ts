export const MOST_VALUE_CHARACTERS = 128;
export const MOST_LABEL_CHARACTERS = 35;
/** A partner's reason to unregister an alias. */
export const MOST_REASON_CHARACTERS = 20;
/** After this long a payer who neither agreed nor refused is not waited for any more. */
export const PENDING_POLL_HOURS = 72;
/** The most apps that a payer can choose from. */
export const MOST_APPS = 20;
/** A channel's key of an app. */
export const MOST_APP_KEY_CHARACTERS = 255;
