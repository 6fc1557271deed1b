import type { MessageRejection } from './outcome.js';

// Every reply fits into one SMS and any phone can show it: ASCII, at most 160 characters. Polish comes first, without diacritics.

const NOT_RECOGNISED = 'Nie rozpoznano wiadomosci. Sprawdz tresc i numer. / Message not recognised. Please check the text and the number.';
const NOT_AVAILABLE =
  'Usluga jest chwilowo niedostepna. Skontaktuj sie ze sprzedawca. / The service is not available now. Please contact the seller.';

const REJECTION_REPLIES: Record<MessageRejection, string> = {
  sender_unusable: NOT_RECOGNISED,
  number_unknown: NOT_RECOGNISED,
  keyword_unknown: NOT_RECOGNISED,
  number_not_of_service: NOT_RECOGNISED,
  service_not_active: NOT_AVAILABLE,
  pack_empty: NOT_AVAILABLE,
};

export const rejectionReply = (rejection: MessageRejection): string => REJECTION_REPLIES[rejection];

export const codeReply = (code: string): string => `Twoj kod / Your code: ${code}`;

/** Sent when the partner's program returns no usable text in time. */
export const DEFAULT_REPLY = 'Dziekujemy, wiadomosc zostala przyjeta. / Thank you, your message has been received.';
