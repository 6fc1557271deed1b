/** How much more time a payer gets on request, and the maximum number of extensions, as WCAG 2.2 (2.2.1) demands. */
const EXTENSION_MINUTES = 10;
export const MAX_EXTENSIONS = 10;

/** @param livesMinutes lifetime without extensions. The current lifetime shows how many extensions there were. */
export function canBeExtended({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, livesMinutes: number): boolean {
  const longestMinutes = livesMinutes + (MAX_EXTENSIONS - 1) * EXTENSION_MINUTES;
  return expiresAt.getTime() - createdAt.getTime() <= longestMinutes * 60_000;
}

export function extendedExpiry(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + EXTENSION_MINUTES * 60_000);
}
