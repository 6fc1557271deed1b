/** Sizes in SVG units. The browser scales the drawing to the width of its column. */
const WIDTH = 360;
const HEIGHT = 150;
const TOP = 14;
const BASE = HEIGHT - 22;
const BAR = 16;

export interface DayBars {
  day: string;
  paid: number;
  failed: number;
}

interface Bar {
  tone: 'good' | 'bad';
  x: number;
  y: number;
  height: number;
}

/** Draws two bars for each day on one scale, with the day below and the maximum at the top. A bar that is not zero is at least 2 high. */
export function dayChart(days: readonly DayBars[]) {
  const maximum = Math.max(1, ...days.flatMap(({ paid, failed }) => [paid, failed]));
  const slot = WIDTH / days.length;
  const bar = (tone: Bar['tone'], count: number, x: number): Bar[] => {
    const height = Math.max(2, Math.round(((BASE - TOP) * count) / maximum));
    return count === 0 ? [] : [{ tone, x: Math.round(x), y: BASE - height, height }];
  };
  return {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    width: WIDTH,
    base: BASE,
    barWidth: BAR,
    most: maximum,
    bars: days.flatMap(({ paid, failed }, index) => {
      const middle = slot * (index + 0.5);
      return [...bar('good', paid, middle - BAR - 1), ...bar('bad', failed, middle + 1)];
    }),
    labels: days.map(({ day }, index) => ({
      x: Math.round(slot * (index + 0.5)),
      y: HEIGHT - 5,
      text: `${day.slice(8)}.${day.slice(5, 7)}`,
    })),
  };
}
