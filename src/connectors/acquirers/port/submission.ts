/** A code or an alias for a started attempt, from the payer or from the partner for the payer. Each submission has its own reference. */
export type Submission = CodeSubmission | AliasSubmission;

export interface CodeSubmission {
  kind: 'code';
  reference: string;
  /** Six digits as text: leading zeros count. */
  code: string;
  /** An alias that the payer's app registers, if the payer agrees in the app. Later payments then need no code. null without an alias. */
  register: NewAlias | null;
}

export interface AliasSubmission {
  kind: 'alias';
  reference: string;
  /** The `value` of the `NewAlias` that was registered. */
  value: string;
  /** The app to use when several apps have the alias registered: `key` of an `AliasAlternative`. null while no app is chosen. */
  app: string | null;
}

export interface NewAlias {
  /** The gateway's reference of the alias at the acquirer, used in callbacks and polls. */
  reference: string;
  /** Unique among all services. The value must be sent unchanged and in full. Otherwise payers of two partners could share one alias. */
  value: string;
  /** Shown in the payer's app; at most 35 characters. */
  label: string;
}
