import type { PayerField } from '../catalogue/channel.js';

/**
 * The known data of the payer. Only the fields that the channel requires are always present. `country` is ISO 3166-1 alpha-2. `document` is a
 * national number such as CPF or CNPJ, in digits.
 */
export type Payer = Readonly<Record<PayerField, string | null>>;
