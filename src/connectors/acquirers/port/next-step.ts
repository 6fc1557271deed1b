/** What the payer has to do now, for the checkout page. */
export type NextStep =
  | { kind: 'none' }
  /** Go to the acquirer's page: a top-level GET. */
  | { kind: 'redirect'; url: string }
  /** Open the bank's app and confirm. `until` is the acquirer's own limit. Together with a failure: an earlier code still waits there. */
  | { kind: 'waitPayer'; until: Date }
  | Display
  /**
   * Type a code. Together with a failure: this code has failed, and the same attempt accepts another one.
   * `alternatives`: apps that know the submitted alias; one of their keys may be sent with the alias instead of a code.
   */
  | { kind: 'needsCode'; alternatives: readonly AliasAlternative[] };

/** Something to scan, copy or print, payable until `expiresAt`. */
export interface Display {
  kind: 'display';
  form: 'qr' | 'voucher' | 'code';
  /** Content of the QR code or barcode, and of the copy button. */
  payload: string;
  /** The acquirer's page for it, such as a printable voucher; null when there is none. */
  url: string | null;
  expiresAt: Date;
}

export interface AliasAlternative {
  /** The acquirer's key of the app, sent with the alias. */
  key: string;
  label: string;
}

export const NO_STEP: NextStep = { kind: 'none' };
