import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';

/** An error in a field of a form, or in the form as a whole. */
export interface DisplayedError {
  /** `id` of the field; null for the whole form. */
  field: string | null;
  message: string;
}

/** The payer's deadline. */
export interface Deadline {
  at: Date;
  /** Whether the payer can ask for more time, with a form posted to `extend` below the payment's path. */
  canBeExtended: boolean;
}

/** A line of the receipt of a payment. */
export interface ReceiptLine {
  label: string;
  value: string;
  /** A drawing before the value: a template of the product, and its data. */
  beside?: { template: string; data: object };
}

/** A page of a payment, as its product describes it. The shell adds the parts that all payments share. */
export interface ShellPage {
  /** The product's template, from the source root without `.eta`. Its layout is the shell's `frame`. */
  template: string;
  heading: string;
  /** The payment's own address, as the product registered it with `PaymentPaths`. */
  path: string;
  /** A number of the payment that the payer can tell the shop; null before there is a payment. */
  reference: string | null;
  seller: string;
  /** The look of the service; null for that of the gateway. */
  brand: ServiceBrand | null;
  /** What is bought. */
  item: string;
  /** The amount to pay, with a note such as the tax in it; null when there is none. */
  price: { amount: string; note: string } | null;
  /** The price has not been paid, and the payment has not ended. */
  isDue: boolean;
  errors: readonly DisplayedError[];
  /** Null when the payer has nothing to do any more. */
  deadline: Deadline | null;
  /** The shown state, as the product's `StateSource` reads it, if the page reloads when it changes; otherwise null. */
  followed: string | null;
  /** The partner's addresses for the payer afterwards. Only http and https become links. */
  successUrl: string | null;
  failureUrl: string | null;
  /** What is simulated, with a link to the simulated party if there is one; null when real money is taken. */
  simulated: { text: string; link: string; url: string | null } | null;
  /** Data for the product's own template. */
  data: object;
}
