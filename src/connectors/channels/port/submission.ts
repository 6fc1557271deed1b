/** A code or an alias that the payer (or the partner for the payer) gives to a running attempt. Each has a reference of its own. */
export type Submission = CodeSubmission | AliasSubmission;

export interface CodeSubmission {
  kind: 'code';
  reference: string;
  /** Six digits as text: leading zeros count. */
  code: string;
  /** To be remembered by the payer's app when the payer agrees there, so that later payments need no code. */
  register: NewAlias | null;
}

export interface AliasSubmission {
  kind: 'alias';
  reference: string;
  /** See `NewAlias`. */
  value: string;
  /** Which of the apps that know the alias: the key of an alternative. */
  app: string | null;
}

export interface NewAlias {
  /** Its name at the acquirer; what becomes of it is reported under this name and asked for by it. */
  reference: string;
  /** No other service's: it goes to the acquirer as it is, whole and in its case, or two partners' payers meet there. */
  value: string;
  /** Shown in the payer's app; at most 35 characters. */
  label: string;
}
