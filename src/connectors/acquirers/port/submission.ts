/** A code or an alias for a running attempt, from the payer or from the partner on the payer's behalf. Each has its own reference. */
export type Submission = CodeSubmission | AliasSubmission;

export interface CodeSubmission {
  kind: 'code';
  reference: string;
  /** Six digits as text: leading zeros count. */
  code: string;
  /** An alias for the payer's app to register, if the payer agrees there, so that later payments need no code. */
  register: NewAlias | null;
}

export interface AliasSubmission {
  kind: 'alias';
  reference: string;
  /** See `NewAlias`. */
  value: string;
  /** The app to use when several know the alias: the key of an alternative. */
  app: string | null;
}

export interface NewAlias {
  /** Our name of it at the acquirer, used in reports and polls. */
  reference: string;
  /** Unique among all services. It must be sent unchanged, in full and in its case: otherwise payers of two partners could share one alias. */
  value: string;
  /** Shown in the payer's app; at most 35 characters. */
  label: string;
}
