export const MAX_VALUE_LENGTH = 128;
export const MAX_LABEL_LENGTH = 35;
/** Maximum length of a partner's reason to unregister an alias. */
export const MAX_REASON_LENGTH = 20;
/** How long a pending alias is polled. Then it expires, because the acquirer has not reported whether the payer accepted it. */
export const PENDING_POLL_HOURS = 72;
/** Maximum number of apps that a payer can choose from. */
export const MAX_APPS = 20;
/** Maximum length of the key by which an acquirer names an app. */
export const MAX_APP_KEY_LENGTH = 255;
