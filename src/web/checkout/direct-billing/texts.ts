import type { Locale } from '../../pages/locale.js';
import { type DirectBillingTexts, en } from './texts.en.js';
import { pl } from './texts.pl.js';

export const TEXTS: Record<Locale, DirectBillingTexts> = { pl, en };
