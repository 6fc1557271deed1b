/** What the payer has to do next, for the checkout page. */
export type NextStep =
  | { kind: 'none' }
  /** The payer goes to the acquirer's page, with a GET in the whole window. */
  | { kind: 'redirect'; url: string }
  /**
   * The payer confirms in the bank's app. `until` is the acquirer's own limit. With the outcome `failed`, the last code has failed, but an
   * earlier code still waits in the app.
   */
  | { kind: 'waitPayer'; until: Date }
  | Display
  /**
   * The payer enters a code. With the outcome `failed`, the last code has failed, and the same attempt accepts another code.
   * `alternatives` are apps that have the submitted alias registered. The key of one app may be sent with the alias instead of a code.
   */
  | { kind: 'needsCode'; alternatives: readonly AliasAlternative[] };

/** What the payer scans, copies or prints. Payable until `expiresAt`. */
export interface Display {
  kind: 'display';
  /** `qr`: a QR code to scan. `voucher`: a voucher such as a boleto, to print or to pay by its barcode. `code`: a text to copy. */
  form: 'qr' | 'voucher' | 'code';
  /** Content of the QR code or barcode, and of the copy button. */
  payload: string;
  /** The acquirer's page, such as a printable voucher. null when the acquirer has no page. */
  url: string | null;
  expiresAt: Date;
}

export interface AliasAlternative {
  /** The acquirer's key of the app, sent with the alias. */
  key: string;
  label: string;
}

export const NO_STEP: NextStep = { kind: 'none' };
