/** A message as an SMS gateway sends it. PostgreSQL can store the texts: they contain no NUL and no unpaired surrogate. */
export interface InboundMessage {
  /** The SMS gateway's id of the message. A second message with the same id is a repetition. */
  id: string;
  from: string;
  /** Raw: it may be a number that is not in the catalogue. */
  to: string;
  text: string;
  /** When the payer sent the message, according to the SMS gateway. null without a usable time. */
  sentAt: Date | null;
}
