/** What a DirectBilling transaction was created with. */
export interface CreatedValue {
  /** In PLN, as the partner gave it. */
  value: number;
  type: 'Gross' | 'Net' | 'Required';
}

/** The message that brought a code. */
export interface CodeMessage {
  id: number;
  send_at: string;
}

/** Values that rules need and that the strict answer lacks. A value that could not be looked up is missing. */
export interface Facts {
  readonly created?: CreatedValue;
  readonly message?: CodeMessage;
}

export type FactsKind = keyof Facts;
