/** A signing key of a service. */
export interface DiagnosisKey {
  serviceId: string;
  /** A key for `ipn` signs the values in the body, a key for `webhook` the bytes of the body. */
  purpose: 'ipn' | 'webhook';
  secret: string;
  validFrom: Date;
  /** Null for the newest key. */
  validUntil: Date | null;
}

/** A notification as the gateway sent it. */
export interface SentBody {
  /** The `webhook-id` of the notification. */
  id: string;
  /** Without `signature`. */
  body: string;
  /** Start of each delivery attempt. */
  sentAt: readonly Date[];
}

/** Pasted input. Nothing in it is trusted. */
export interface Pasted {
  /** The body. Headers may precede the body, because programs log requests in this form. */
  body: string;
  headers?: string;
  /** The signature that the partner's program computed. */
  computed?: string;
  receivedAt?: Date | null;
}

/** What the gateway knows about the service of the notification. */
export interface DiagnosisContext {
  keys: readonly DiagnosisKey[];
  /** Sent notifications that the pasted notification may be. */
  sent: readonly SentBody[];
}

/** The faults that the diagnosis can find. `FAULTS_EN` in `fault-texts.ts` says what each value means. */
export const FAULTS = [
  // The notification is unchanged, or only its key or its time needs attention.
  'right',
  'old-key',
  'clock',
  // The pasted text cannot be verified.
  'empty',
  'too-long',
  'not-json',
  'cut-off',
  'not-an-object',
  'no-signature',
  'no-key',
  // Changes of the body.
  'numbers',
  'quoted',
  'null',
  'emptied',
  'order',
  'whitespace',
  'escapes',
  'byte-order-mark',
  'encoding',
  'html',
  'url-encoded',
  'logged',
  'trimmed',
  'changed',
  'left-out',
  'added',
  'unexplained',
  // Changes of the signature and the headers.
  'signature-removed',
  'signature-case',
  'signature-changed',
  'header-left-out',
  'header-id',
  'header-milliseconds',
  'header-time',
  'header-signature',
  // Mistakes in the computation of the partner's program.
  'computed-right',
  'computed-numbers',
  'computed-order',
  'computed-absent',
  'computed-itself',
  'computed-without-key',
  'computed-bar',
  'computed-key-first',
  'computed-hmac',
  'computed-json',
  'computed-wrong-key',
  'computed-form',
  'computed-key-text',
  'computed-body-alone',
  'computed-reencoded',
  'computed-unknown',
] as const;
export type Fault = (typeof FAULTS)[number];

/** One fault, with the member or header in which the fault shows. */
export interface Finding {
  fault: Fault;
  /** The member, such as `values.net`, or the header. */
  at?: string;
  /** The value that was sent. `pasted` is the value in the pasted text. */
  sent?: string;
  pasted?: string;
  /** With `old-key`: the end of the key's validity. */
  moment?: Date;
  /** With `clock`: minutes from the sending to the receiving; negative when the receiver's clock is behind. */
  minutes?: number;
}

/** `no key`: the service's key is unknown. `missing`: the pasted text has no such signature. */
export type SignatureVerdict = 'valid' | 'invalid' | 'missing' | 'no key';

export interface SigningKeyInfo {
  purpose: DiagnosisKey['purpose'];
  validFrom: Date;
  validUntil: Date | null;
}

export interface Diagnosis {
  /** `body` and `header` are the verdicts on the pasted text itself, without any repair. */
  body: SignatureVerdict;
  header: SignatureVerdict;
  /** The most important finding comes first. There is always at least one. */
  findings: readonly [Finding, ...Finding[]];
  /** The keys that signed the notification, after the faults are repaired. */
  signedBy: SigningKeyInfo[];
  /** The names of the values in the signed order. */
  order: string[];
  /** The pasted values in the pasted order, joined, without the key; null when the pasted text is not a JSON object. */
  signedText: string | null;
  /** The id of the notification; null when the notification is unknown. */
  id: string | null;
  /** The time of sending in the header; null when no valid signature covers the header. */
  sentAt: Date | null;
}
