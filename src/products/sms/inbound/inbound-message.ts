/** A message as an SMS gateway hands it over. The texts are storable: no NUL, no half surrogate. */
export interface InboundMessage {
  /** The gateway's id of the message: the same id is the same message. */
  id: string;
  from: string;
  /** As it was given; it may be none of our short numbers. */
  to: string;
  text: string;
  /** When the payer sent it, according to the SMS gateway; null when that gave no usable time. */
  sentAt: Date | null;
}
