/** Sizes in SVG units. The browser scales the drawing to the width of its column. */
const WIDTH = 360;
const HEIGHT = 150;
const CHART_TOP = 14;
const BASELINE = HEIGHT - 22;
const BAR_WIDTH = 16;

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
  const dayWidth = WIDTH / days.length;
  const bar = (tone: Bar['tone'], count: number, x: number): Bar[] => {
    const height = Math.max(2, Math.round(((BASELINE - CHART_TOP) * count) / maximum));
    return count === 0 ? [] : [{ tone, x: Math.round(x), y: BASELINE - height, height }];
  };
  return {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    width: WIDTH,
    base: BASELINE,
    barWidth: BAR_WIDTH,
    maximum,
    bars: days.flatMap(({ paid, failed }, index) => {
      const middle = dayWidth * (index + 0.5);
      return [...bar('good', paid, middle - BAR_WIDTH - 1), ...bar('bad', failed, middle + 1)];
    }),
    labels: days.map(({ day }, index) => ({
      x: Math.round(dayWidth * (index + 0.5)),
      y: HEIGHT - 5,
      text: `${day.slice(8)}.${day.slice(5, 7)}`,
    })),
  };
}
