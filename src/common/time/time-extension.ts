const EXTENSION_MINUTES = 10;
/** WCAG 2.2 (success criterion 2.2.1) demands that a payer can extend the time at least ten times. */
export const MAX_EXTENSIONS = 10;

/** @param lifetimeMinutes lifetime without extensions. The time from `createdAt` to `expiresAt` shows how many extensions there were. */
export function canBeExtended({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, lifetimeMinutes: number): boolean {
  const maxMinutes = lifetimeMinutes + (MAX_EXTENSIONS - 1) * EXTENSION_MINUTES;
  return expiresAt.getTime() - createdAt.getTime() <= maxMinutes * 60_000;
}

export function extendedExpiry(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + EXTENSION_MINUTES * 60_000);
}
