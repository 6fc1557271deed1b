/** What is known of the payer. Only what `requiredPayer` of the channel names is sure to be there. */
export interface Payer {
  name: string | null;
  email: string | null;
  ip: string | null;
  userAgent: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** A national number that the payer's country asks for, such as CPF or CNPJ: digits only. */
  document: string | null;
}

export type PayerField = keyof Payer;
