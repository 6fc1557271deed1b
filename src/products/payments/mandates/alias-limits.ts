export const MAX_VALUE_LENGTH = 128;
export const MAX_LABEL_LENGTH = 35;
/** A partner's reason to unregister an alias. */
export const MAX_REASON_LENGTH = 20;
/** After this long a payer who neither agreed nor refused is not waited for any more. */
export const PENDING_POLL_HOURS = 72;
/** The most apps that a payer can choose from. */
export const MAX_APPS = 20;
/** A channel's key of an app. */
export const MAX_APP_KEY_LENGTH = 255;
