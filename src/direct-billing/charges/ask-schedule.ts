/** When an operator is asked again about a charge without a definite answer; the last step repeats. */
const STEPS_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** @param count how often it was asked so far. */
export function nextAskAt(now: Date, count: number): Date {
  const seconds = STEPS_SECONDS[Math.min(count, STEPS_SECONDS.length - 1)] ?? 3600;
  return new Date(now.getTime() + seconds * 1000);
}
