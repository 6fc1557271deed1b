/** A message as an SMS gateway hands it over. The texts are storable: no NUL, no half surrogate. */
export interface InboundMessage {
  /** The gateway's id of the message: the same id is the same message. */
  id: string;
  from: string;
  /** Short number as it was given; it may be none of ours. */
  to: string;
  text: string;
  /** When the payer sent it, by the gateway's word; null when it said nothing usable. */
  sentAt: Date | null;
}
