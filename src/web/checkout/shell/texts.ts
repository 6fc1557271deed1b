import type { Locale } from '../../pages/locale.js';
import { en, type ShellTexts } from './texts.en.js';
import { pl } from './texts.pl.js';

export const SHELL_TEXTS: Record<Locale, ShellTexts> = { pl, en };
