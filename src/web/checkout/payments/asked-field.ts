import type { PayerField } from '../../../connectors/channels/catalogue/channel.js';

/** What a payer can be asked for; the other fields come with the request. */
const ASKED_FIELDS = ['name', 'email', 'document', 'country'] as const;
export type AskedField = (typeof ASKED_FIELDS)[number];

export const isAsked = (field: PayerField): field is AskedField => ASKED_FIELDS.some((asked) => asked === field);

/** Several methods may ask for the same, each in fields of its own. */
export const fieldName = (field: PayerField, channelId: string): string => `${field}-${channelId}`;
