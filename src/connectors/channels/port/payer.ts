import type { PayerField } from '../catalogue/channel.js';

/**
 * What is known of the payer; only what the channel requires is sure to be there. `country` is ISO 3166-1 alpha-2, `document` a national
 * number that the payer's country asks for, such as CPF or CNPJ, in digits.
 */
export type Payer = Readonly<Record<PayerField, string | null>>;
