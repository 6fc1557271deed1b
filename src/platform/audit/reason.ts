const MOST = 120;

/** An e-mail address, or nine digits as of a Polish phone number, with or without the country code. */
const PAYER = /[^\s@]+@[^\s@]+\.[^\s@]|(?<!\w)(?:(?:\+|00)?48[ -]?)?\d{3}[ -]?\d{3}[ -]?\d{3}(?!\w)/;

/** Whether a text names a payer. A reason is kept for good, so it may not. */
export const namesPayer = (text: string): boolean => PAYER.test(text);

/** Whether a person's words can be kept as the reason of a change. */
export const isReason = (text: string): boolean =>
  text !== '' && [...text].length <= MOST && text.isWellFormed() && !/\p{Cc}/u.test(text) && !namesPayer(text);
