/** What a DirectBilling transaction was created with. */
export interface CreatedValue {
  /** In PLN, as it was asked for. */
  value: number;
  type: 'Gross' | 'Net' | 'Required';
}

/** The message that brought a code. */
export interface CodeMessage {
  id: number;
  send_at: string;
}

/** What rules need that a strict answer does not say; whatever could not be looked up is not there. */
export interface Facts {
  readonly created?: CreatedValue;
  readonly message?: CodeMessage;
}

export type FactsKind = keyof Facts;
