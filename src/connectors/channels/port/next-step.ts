/** What the payer has to do now; the checkout page shows it. */
export type NextStep =
  | { kind: 'none' }
  /** To the acquirer's page, as a whole page and by GET. */
  | { kind: 'redirect'; url: string }
  /** Open the bank's app and confirm. `until` is the acquirer's own limit. */
  | { kind: 'waitPayer'; until: Date }
  | Display
  /**
   * Type a code. With a failure beside it: this code is over, and the same attempt takes another.
   * `alternatives`: apps that know the alias which was tried; one of their keys may be sent with the alias instead of a code.
   */
  | { kind: 'needsCode'; alternatives: readonly AliasAlternative[] };

/** Something to scan, copy or print, payable until `expiresAt`. */
export interface Display {
  kind: 'display';
  form: 'qr' | 'voucher' | 'code';
  /** What the QR code or barcode says and what the copy button copies, as text. */
  payload: string;
  /** A page of the acquirer with the same, such as a printable voucher; null when there is none. */
  url: string | null;
  expiresAt: Date;
}

export interface AliasAlternative {
  /** The acquirer's key of the app, to be sent with the alias. */
  key: string;
  label: string;
}

export const NO_STEP: NextStep = { kind: 'none' };
