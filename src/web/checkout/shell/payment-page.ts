import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';

/** What is wrong with a form: in one of its fields, or as a whole. */
export interface ShownError {
  /** `id` of the field; null for the whole form. */
  field: string | null;
  message: string;
}

/** Until when the payer has time. */
export interface Deadline {
  at: Date;
  /** The form that grants more of it is posted below the payment's path to `extend`. */
  canBeExtended: boolean;
}

/** What a payer takes away from a payment that was made. */
export interface ReceiptLine {
  label: string;
  value: string;
}

/** One step of a payment, as its product describes it. The shell shows it between what all payments have in common. */
export interface PaymentPage {
  /** The product's template, from the source root without `.eta`. Its layout is the shell's `frame`. */
  template: string;
  heading: string;
  /** The payment's own address, as the product registered it with `PaymentPaths`. */
  path: string;
  /** What a payer can tell the shop. */
  reference: string;
  seller: string;
  /** The look of the service; null for that of the gateway. */
  brand: ServiceBrand | null;
  /** What is bought. */
  item: string;
  /** What is to be paid, and below it what belongs to the price, such as its tax; null while neither is known. */
  price: { amount: string; note: string } | null;
  /** The price is still to be paid: neither taken nor given up. */
  isDue: boolean;
  errors: readonly ShownError[];
  /** Null as soon as the payer has nothing to do any more. */
  deadline: Deadline | null;
  /** The state that is shown while it is to be followed, as the product's `StateSource` tells it; null where the payer acts or nothing comes. */
  followed: string | null;
  /** Where the partner wants the payer afterwards. Only http and https get onto the page. */
  successUrl: string | null;
  failureUrl: string | null;
  /** What is simulated, and where to look at it if there is such a place; null when money is taken. */
  simulated: { text: string; link: string; url: string | null } | null;
  /** What only the product's own templates print. */
  data: object;
}
