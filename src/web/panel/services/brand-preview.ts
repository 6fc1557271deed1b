import { accentThemes, THEME_COLOURS } from '../../../platform/partners/brand/accent.js';

/** Colours of the payers' pages, as SVG attributes: the content security policy allows no inline styles. */
export interface PreviewTheme {
  name: 'light' | 'dark';
  paper: string;
  card: string;
  ink: string;
  soft: string;
  accent: string;
  onAccent: string;
}

/** The same default colours as in `pages.css`: the accent, text on the accent, text, and quiet text. */
const DEFAULT_ACCENT = { light: '#0b6354', dark: '#6fd6bd' };
const DEFAULT_ON_ACCENT = { light: '#ffffff', dark: '#06211a' };
const INK = { light: '#14181d', dark: '#f0f3f5' };
const SOFT = { light: '#545c67', dark: '#a8b1bb' };

/** @param colour accent colour of the service; null for the gateway's own. */
export function previewThemes(colour: string | null): PreviewTheme[] {
  const themes = colour === null ? null : accentThemes(colour);
  return (['light', 'dark'] as const).map((name) => ({
    name,
    paper: THEME_COLOURS[name].paper,
    card: THEME_COLOURS[name].card,
    ink: INK[name],
    soft: SOFT[name],
    accent: themes?.[name].accent ?? DEFAULT_ACCENT[name],
    onAccent: themes?.[name].onAccent ?? DEFAULT_ON_ACCENT[name],
  }));
}
