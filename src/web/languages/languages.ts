import type { Locale } from '../../common/locale.js';
import { language as de } from './de/language.js';
import { language as en } from './en/language.js';
import type { Language } from './language.js';
import { language as pl } from './pl/language.js';
import { language as ptBr } from './pt-BR/language.js';
import { language as uk } from './uk/language.js';

const BY_LOCALE = { pl, en, uk, de, 'pt-BR': ptBr } as const satisfies Record<Locale, Language>;

/** The plural forms of a language. */
export type PluralOf<L extends Locale> = (typeof BY_LOCALE)[L]['plurals'][number];

export const LANGUAGES: Readonly<Record<Locale, Language>> = BY_LOCALE;
