import type { Locale } from '../../../../common/locale.js';
import { de } from './texts.de.js';
import { type PaymentTexts, en } from './texts.en.js';
import { pl } from './texts.pl.js';
import { uk } from './texts.uk.js';

export const TEXTS: { readonly [L in Locale]: PaymentTexts<L> } = { pl, en, uk, de };
