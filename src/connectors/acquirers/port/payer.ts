import type { PayerField } from '../catalogue/channel.js';

/** The known data of the payer. Only the fields that the channel requires are always present: any other field may be null. */
export type Payer = Readonly<Record<PayerField, string | null>>;
