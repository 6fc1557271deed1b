// Creation times of a benchmark's rows: days with nights and weekends, and one very busy hour.

const HOUR_MS = 3_600_000;
/** Relative load of each hour of a day (UTC). */
const OF_DAY = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 11, 12, 12, 11, 11, 12, 13, 15, 17, 18, 17, 13, 8, 4];
const WEEKEND = 1.4;

function weightOf(hour) {
  const date = new Date(hour);
  return OF_DAY[date.getUTCHours()] * (date.getUTCDay() % 6 === 0 ? WEEKEND : 1);
}

/**
 * Hours in order with the rows made in each; the busy one lies in the middle.
 * @returns {{start: number, rows: number, busy: boolean}[]}
 */
export function hoursOf({ rows, busyRows, days, now }) {
  const first = Math.floor(now / HOUR_MS) * HOUR_MS - days * 24 * HOUR_MS;
  const starts = Array.from({ length: days * 24 }, (_, index) => first + index * HOUR_MS);
  const busyAt = Math.floor(starts.length / 2);
  const weights = starts.map((start, index) => (index === busyAt ? 0 : weightOf(start)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let [weight, given] = [0, 0];
  return starts.map((start, index) => {
    if (index === busyAt) return { start, rows: busyRows, busy: true };
    weight += weights[index];
    const upTo = Math.round(((rows - busyRows) * weight) / whole);
    const hour = { start, rows: upTo - given, busy: false };
    given = upTo;
    return hour;
  });
}

/** Moments of an hour's rows in order, in milliseconds. In the busy hour half of the rows come in the first quarter. */
export function momentsOf({ start, rows, busy }) {
  const places = Float64Array.from({ length: rows }, () => (busy ? Math.random() ** 2 : Math.random())).sort();
  return Array.from(places, (place) => start + Math.floor(place * HOUR_MS));
}
