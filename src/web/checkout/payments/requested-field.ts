import type { PayerField } from '../../../connectors/acquirers/catalogue/channel.js';

/** Fields that the payer enters on the page. The other fields come with the browser's request. */
const REQUESTED_FIELDS = ['name', 'email', 'document', 'country'] as const;
export type RequestedField = (typeof REQUESTED_FIELDS)[number];

export const isRequestedField = (field: PayerField): field is RequestedField => REQUESTED_FIELDS.some((requested) => requested === field);

/** Each method has input fields of its own, even if several methods need the same field. */
export const fieldName = (field: PayerField, channelId: string): string => `${field}-${channelId}`;
