const POLISH = /^(\d{2})-?(\d{3})$/;
const spaces = /\s+/g;

/** Formats a Polish postal code as `00-001`. Other text is returned unchanged. */
export function readPostalCode(typed: string, country: unknown): string {
  if (typeof country !== 'string' || country.toUpperCase() !== 'PL') return typed;
  const [, region, office] = POLISH.exec(typed.replace(spaces, '')) ?? [];
  return region && office ? `${region}-${office}` : typed;
}
