/** The amount with which a DirectBilling transaction was created. */
export interface CreatedValue {
  /** In PLN, as in the partner's request. */
  value: number;
  type: 'Gross' | 'Net' | 'Required';
}

/** The SMS message with which a code was sold. */
export interface CodeMessage {
  id: number;
  send_at: string;
}

/** Values that rules need and that the strict response lacks. A value that could not be looked up is missing. */
export interface Facts {
  readonly created?: CreatedValue;
  readonly message?: CodeMessage;
}

export type FactsKind = keyof Facts;
