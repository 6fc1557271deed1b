import { accentThemes, type AccentTheme } from '../../../../platform/partners/brand/accent.js';

/** A style sheet with a service's colour: the pages' policy allows no style in the page itself. */
export function accentSheet(accent: string): string {
  const { light, dark } = accentThemes(accent);
  return `${rule(light)}\n@media (prefers-color-scheme: dark) {\n${rule(dark)}\n}\n`;
}

function rule({ accent, strong, onAccent, tint }: AccentTheme): string {
  return `:root { --accent: ${accent}; --accent-strong: ${strong}; --on-accent: ${onAccent}; --tint: ${tint}; }`;
}
