const MINUTES_PER_DAY = 1440;

/** Formats a duration as `2 d 3 h 10 min`; an empty text below one minute. */
export function offsetText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const parts: [number, string][] = [
    [Math.floor(minutes / MINUTES_PER_DAY), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ];
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
}
