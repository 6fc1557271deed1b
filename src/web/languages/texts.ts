import type { Locale } from '../../common/locale.js';
import * as de from './de/texts.js';
import type { AccessibilityTexts } from './en/accessibility.js';
import type { DirectBillingTexts } from './en/direct-billing.js';
import type { PaymentLinkTexts } from './en/links.js';
import type { PaymentTexts } from './en/payments.js';
import type { ShellTexts } from './en/shell.js';
import * as en from './en/texts.js';
import * as pl from './pl/texts.js';
import * as ptBr from './pt-BR/texts.js';
import * as uk from './uk/texts.js';

/** All texts for payers in one language. */
export interface Texts<L extends Locale = Locale> {
  shell: ShellTexts<L>;
  accessibility: AccessibilityTexts;
  directBilling: DirectBillingTexts<L>;
  links: PaymentLinkTexts;
  payments: PaymentTexts<L>;
}

export const TEXTS: { readonly [L in Locale]: Texts<L> } = { pl, en, uk, de, 'pt-BR': ptBr };

export type { MandateTexts } from './en/mandate.js';
export type { DirectBillingTexts, PaymentLinkTexts, PaymentTexts, ShellTexts };
