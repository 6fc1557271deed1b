import type { Locale } from '../../pages/locale.js';
import { type CheckoutTexts, en } from './texts.en.js';
import { pl } from './texts.pl.js';

export const TEXTS: Record<Locale, CheckoutTexts> = { pl, en };
