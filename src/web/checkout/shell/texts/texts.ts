import type { Locale } from '../../../../common/locale.js';
import { de } from './texts.de.js';
import { en, type ShellTexts } from './texts.en.js';
import { pl } from './texts.pl.js';
import { uk } from './texts.uk.js';

export const SHELL_TEXTS: { readonly [L in Locale]: ShellTexts<L> } = { pl, en, uk, de };
