/** How much more time a payer gets on request, and how often at most, as WCAG 2.2 (2.2.1) demands. */
const EXTENDED_BY_MINUTES = 10;
export const MOST_EXTENSIONS = 10;

/** @param livesMinutes lifetime without extensions. How many there were follows from the present lifetime. */
export function canBeExtended({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, livesMinutes: number): boolean {
  const longestMinutes = livesMinutes + (MOST_EXTENSIONS - 1) * EXTENDED_BY_MINUTES;
  return expiresAt.getTime() - createdAt.getTime() <= longestMinutes * 60_000;
}

export function extended(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + EXTENDED_BY_MINUTES * 60_000);
}
