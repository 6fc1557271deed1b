const MAX_CHARACTERS = 120;

/** An e-mail address, or nine digits like a Polish phone number, with or without the country code. */
const PAYER_IDENTIFIER = /[^\s@]+@[^\s@]+\.[^\s@]|(?<!\w)(?:(?:\+|00)?48[ -]?)?\d{3}[ -]?\d{3}[ -]?\d{3}(?!\w)/;

/** Whether a text names a payer. A reason must not, because audit entries are never deleted. */
export const namesPayer = (text: string): boolean => PAYER_IDENTIFIER.test(text);

/** Whether a text is valid as the reason of a change. */
export const isReason = (text: string): boolean =>
  text !== '' && [...text].length <= MAX_CHARACTERS && text.isWellFormed() && !/\p{Cc}/u.test(text) && !namesPayer(text);
