/** The colours of one theme of the payer's pages, derived from a service's accent colour. Each is `#rrggbb`. */
export interface AccentTheme {
  /** For links, selected items and the pay button. */
  accent: string;
  /** Hover colour of the same elements. */
  strong: string;
  /** Text on `accent` and `strong`. */
  onAccent: string;
  /** A light background for text in `accent`. */
  tint: string;
}

interface ThemeColours {
  /** Backgrounds behind the accent colour, the same as in `pages.css`. */
  paper: string;
  card: string;
  onAccent: string;
  /** Part of the accent colour in the tint, from 0 to 1. */
  tintShare: number;
  /** The accent colour is mixed with this colour for `strong`. */
  strongTowards: string;
}

export const THEME_COLOURS: Record<'light' | 'dark', ThemeColours> = {
  light: { paper: '#f4f5f7', card: '#ffffff', onAccent: '#ffffff', tintShare: 0.08, strongTowards: '#000000' },
  dark: { paper: '#0e1113', card: '#171b1f', onAccent: '#0b0d0f', tintShare: 0.14, strongTowards: '#ffffff' },
};

/** WCAG 2.2, 1.4.3, for text of normal size. */
export const MIN_CONTRAST = 4.5;
/** Share by which `mixUntilReadable` adds to the mixed colour in each step. */
const MIX_STEP = 0.02;
const HOVER_SHARE = 0.2;

/** Derives both themes from a service's colour. The light theme keeps the colour. The dark theme lightens it until it is readable. */
export function accentThemes(colour: string): { light: AccentTheme; dark: AccentTheme } {
  return {
    light: themeOf(colour, THEME_COLOURS.light),
    dark: themeOf(mixUntilReadable(colour, '#ffffff', THEME_COLOURS.dark), THEME_COLOURS.dark),
  };
}

export function isReadable(colour: string): boolean {
  return isReadableIn(colour, THEME_COLOURS.light);
}

/** The colour itself when it is readable, otherwise the nearest darker shade that is readable. */
export function nearestReadable(colour: string): string {
  return mixUntilReadable(colour, '#000000', THEME_COLOURS.light);
}

/** Contrast of two colours by WCAG, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function themeOf(accent: string, { card, onAccent, tintShare, strongTowards }: ThemeColours): AccentTheme {
  return { accent, strong: mix(accent, strongTowards, HOVER_SHARE), onAccent, tint: mix(card, accent, tintShare) };
}

function isReadableIn(colour: string, theme: ThemeColours): boolean {
  const { onAccent, tint } = themeOf(colour, theme);
  return [theme.paper, theme.card, onAccent, tint].every((background) => contrast(colour, background) >= MIN_CONTRAST);
}

function mixUntilReadable(colour: string, target: string, theme: ThemeColours): string {
  for (let share = 0; share < 1; share += MIX_STEP) {
    const mixed = mix(colour, target, share);
    if (isReadableIn(mixed, theme)) return mixed;
  }
  return target;
}

function mix(colour: string, added: string, share: number): string {
  const addedChannels = channels(added);
  const mixed = channels(colour).map((value, index) => Math.round(value + ((addedChannels[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

/** Relative luminance by WCAG, from 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
