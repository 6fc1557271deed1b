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
  /** Whether the payer can get more time, with a form that is posted to `extend` below the payment's path. */
  canBeExtended: boolean;
}

/** A line of the receipt of a payment. */
export interface ReceiptLine {
  label: string;
  value: string;
  /** A drawing before the value: a template of the product, and the template's data. */
  leadingIcon?: { template: string; data: object };
}

/** The product's part of a payment's page. The shell adds the parts that all payments share. */
export interface ShellPage {
  /** The product's template: path from the source root without `.eta`. The template's layout is the shell's `frame`. */
  template: string;
  heading: string;
  /** The payment's path. It begins with the path that the product declares. */
  path: string;
  /** The payment's number for the payer and the shop's support; null before there is a payment. */
  reference: string | null;
  seller: string;
  /** The service's brand; null for the gateway's own look. */
  brand: ServiceBrand | null;
  /** The description of the purchase. */
  item: string;
  /** The amount to pay, with a note such as the included tax; null without an amount. */
  price: { amount: string; note: string } | null;
  /** Whether the amount is still to be paid: the payment is neither paid nor ended. */
  isDue: boolean;
  errors: readonly DisplayedError[];
  /** Null when the payer has no next step. */
  deadline: Deadline | null;
  /** The state on the page, as the product's `readStates` returns it. The page reloads when the state changes. Null means no reload. */
  followedState: string | null;
  /** The partner's URLs to which the payer returns. Only http and https URLs become links. */
  successUrl: string | null;
  failureUrl: string | null;
  /** The notice on a test payment, with a link to the simulator if there is one; null when real money is taken. */
  testNotice: { text: string; link: string; url: string | null } | null;
  /** Data for the product's own template. */
  data: object;
}
