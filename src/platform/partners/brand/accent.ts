/** Colours that a theme of the payer's pages derives from a service's colour, as `#rrggbb`. */
export interface AccentTheme {
  /** Of links, of selected items and of the button that pays. */
  accent: string;
  /** The same under the pointer. */
  strong: string;
  /** Text on it. */
  onAccent: string;
  /** The background behind it. */
  tint: string;
}

interface Surroundings {
  /** Backgrounds of the colour, the same as in `pages.css`. */
  paper: string;
  card: string;
  onAccent: string;
  /** How much of the colour is in its tint. */
  tintShare: number;
  /** The colour is mixed with this one under the pointer. */
  strongTowards: string;
}

export const THEME_COLOURS: Record<'light' | 'dark', Surroundings> = {
  light: { paper: '#f4f5f7', card: '#ffffff', onAccent: '#ffffff', tintShare: 0.08, strongTowards: '#000000' },
  dark: { paper: '#0e1113', card: '#171b1f', onAccent: '#0b0d0f', tintShare: 0.14, strongTowards: '#ffffff' },
};

/** WCAG 2.2, 1.4.3, for text of normal size. */
export const MIN_CONTRAST = 4.5;
const STEP = 0.02;

/** A service's colour in both themes: unchanged in the light one, and light enough to be readable in the dark one. */
export function accentThemes(colour: string): { light: AccentTheme; dark: AccentTheme } {
  return { light: themeOf(colour, THEME_COLOURS.light), dark: themeOf(towards(colour, '#ffffff', THEME_COLOURS.dark), THEME_COLOURS.dark) };
}

export function isReadable(colour: string): boolean {
  return fits(colour, THEME_COLOURS.light);
}

/** The colour itself when it is readable, otherwise the next darker shade that is. */
export function nearestReadable(colour: string): string {
  return towards(colour, '#000000', THEME_COLOURS.light);
}

/** Contrast of two colours as WCAG counts it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function themeOf(accent: string, { card, onAccent, tintShare, strongTowards }: Surroundings): AccentTheme {
  return { accent, strong: mix(accent, strongTowards, 0.2), onAccent, tint: mix(card, accent, tintShare) };
}

function fits(colour: string, around: Surroundings): boolean {
  const { onAccent, tint } = themeOf(colour, around);
  return [around.paper, around.card, onAccent, tint].every((other) => contrast(colour, other) >= MIN_CONTRAST);
}

function towards(colour: string, end: string, around: Surroundings): string {
  for (let share = 0; share < 1; share += STEP) {
    const nearer = mix(colour, end, share);
    if (fits(nearer, around)) return nearer;
  }
  return end;
}

function mix(one: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(one).map((value, index) => Math.round(value + ((others[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
