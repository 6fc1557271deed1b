import { InvalidArgumentError } from 'commander';

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const FORM = /^(\d{1,9})([smhd]?)$/;

/** `30`, `30s`, `10m`, `24h`, `90d` in seconds; null for anything else. */
export function durationSeconds(text: string): number | null {
  const [, amount, unit] = FORM.exec(text.trim().toLowerCase()) ?? [];
  return amount === undefined ? null : Number(amount) * SECONDS[(unit || 's') as keyof typeof SECONDS];
}

/** @returns a parser of durations up to a limit. */
export function parseDuration(max: string): (text: string) => number {
  const limit = durationSeconds(max) ?? 0;
  return (text) => {
    const seconds = durationSeconds(text);
    if (seconds === null || seconds > limit)
      throw new InvalidArgumentError(`It must be a duration of at most ${max}, such as 30s, 10m, 24h or 7d.`);
    return seconds;
  };
}
