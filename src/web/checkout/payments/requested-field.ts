import type { PayerField } from '../../../connectors/acquirers/catalogue/channel.js';

/** Fields that the page asks the payer for; the others come with the request. */
const ASKED_FIELDS = ['name', 'email', 'document', 'country'] as const;
export type RequestedField = (typeof ASKED_FIELDS)[number];

export const isRequested = (field: PayerField): field is RequestedField => ASKED_FIELDS.some((asked) => asked === field);

/** Each method has input fields of its own, even if several ask for the same. */
export const fieldName = (field: PayerField, channelId: string): string => `${field}-${channelId}`;
