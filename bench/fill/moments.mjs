// Creation times of a benchmark's rows: days with nights and weekends, and one very busy hour.

const HOUR_MS = 3_600_000;
/** Relative load of each hour of a day (UTC). */
const HOURLY_WEIGHTS = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 11, 12, 12, 11, 11, 12, 13, 15, 17, 18, 17, 13, 8, 4];
const WEEKEND_FACTOR = 1.4;

function weightOf(hour) {
  const date = new Date(hour);
  return HOURLY_WEIGHTS[date.getUTCHours()] * (date.getUTCDay() % 6 === 0 ? WEEKEND_FACTOR : 1);
}

/**
 * The hours in order, each with its number of rows. The busy hour is in the middle.
 * @returns {{start: number, rows: number, busy: boolean}[]}
 */
export function hoursOf({ rows, busyRows, days, now }) {
  const first = Math.floor(now / HOUR_MS) * HOUR_MS - days * 24 * HOUR_MS;
  const starts = Array.from({ length: days * 24 }, (_, index) => first + index * HOUR_MS);
  const busyIndex = Math.floor(starts.length / 2);
  const weights = starts.map((start, index) => (index === busyIndex ? 0 : weightOf(start)));
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let [weight, rowsSoFar] = [0, 0];
  return starts.map((start, index) => {
    if (index === busyIndex) return { start, rows: busyRows, busy: true };
    weight += weights[index];
    const rowsUpToHour = Math.round(((rows - busyRows) * weight) / totalWeight);
    const hour = { start, rows: rowsUpToHour - rowsSoFar, busy: false };
    rowsSoFar = rowsUpToHour;
    return hour;
  });
}

/** Creation times of an hour's rows in order, in milliseconds. In the busy hour half of the rows are in the first quarter. */
export function momentsOf({ start, rows, busy }) {
  const fractions = Float64Array.from({ length: rows }, () => (busy ? Math.random() ** 2 : Math.random())).sort();
  return Array.from(fractions, (fraction) => start + Math.floor(fraction * HOUR_MS));
}
