/** A signing key of a service. */
export interface DoctorKey {
  serviceId: string;
  /** `ipn` signs the values in the body, `webhook` the bytes. */
  purpose: 'ipn' | 'webhook';
  secret: string;
  validFrom: Date;
  /** Null for the newest. */
  validUntil: Date | null;
}

/** A notification as the gateway made it. */
export interface SentBody {
  /** Its `webhook-id`. */
  id: string;
  /** Without `signature`. */
  body: string;
  /** When each attempt began. */
  sentAt: readonly Date[];
}

/** What a person has pasted. Nothing of it is trusted. */
export interface Pasted {
  /** The body; headers may stand before it, as programs log a request. */
  body: string;
  headers?: string;
  /** What the partner's program computed. */
  computed?: string;
  receivedAt?: Date | null;
}

/** What is known of the service that the notification is of. */
export interface DiagnosisContext {
  keys: readonly DoctorKey[];
  /** Notifications that it may be. */
  sent: readonly SentBody[];
}

export const FAULTS = [
  // It is right, or what is to be done about its key and its time.
  'right',
  'old-key',
  'clock',
  // What was pasted is nothing to verify.
  'empty',
  'too-long',
  'not-json',
  'cut-off',
  'not-an-object',
  'no-signature',
  'no-key',
  // What became of the body.
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
  // What became of the signature and the headers.
  'signature-removed',
  'signature-case',
  'signature-changed',
  'header-left-out',
  'header-id',
  'header-milliseconds',
  'header-time',
  'header-signature',
  // How the partner's program computes.
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

/** What is wrong, with the place where it shows. */
export interface Finding {
  fault: Fault;
  /** Such as `values.net`. */
  at?: string;
  /** What was sent there, and what was pasted. */
  sent?: string;
  pasted?: string;
  moment?: Date;
  minutes?: number;
}

/** `no key`: the service's key is not known here; `missing`: there is no such signature. */
export type SignatureVerdict = 'valid' | 'invalid' | 'missing' | 'no key';

export interface SigningKeySeen {
  purpose: DoctorKey['purpose'];
  validFrom: Date;
  validUntil: Date | null;
}

export interface Diagnosis {
  /** The signatures over what was pasted, as it was pasted. */
  body: SignatureVerdict;
  header: SignatureVerdict;
  /** The most important one first. There is always one. */
  findings: readonly [Finding, ...Finding[]];
  /** Which key signed it, once what happened to it is undone. */
  signedBy: SigningKeySeen[];
  /** The names of the values in the order in which they are signed. */
  order: string[];
  /** The values in that order, as they were pasted, without the key; null when it is no JSON object. */
  signedText: string | null;
  /** The notification that it is, if that is known. */
  id: string | null;
  /** When it was sent, as its header says; null unless that is signed. */
  sentAt: Date | null;
}
