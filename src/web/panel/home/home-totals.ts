import { CHANNELS } from '../../../connectors/acquirers/catalogue/channel-catalogue.js';
import type { DayTotal } from '../../../platform/totals/totals.query.js';
import { signedMoney } from '../transaction/history-context.js';
import type { PanelLocale, PanelTexts } from '../texts/texts.js';

const MAX_REASONS = 3;
const CHANNEL_NAMES = new Map<string, string>([['sms', 'SMS'], ...CHANNELS.map(({ id, name }) => [id, name] as const)]);

/** Eight days as `2026-11-24`: the first is a week ago, the last is today. */
export type Days = readonly string[];

interface Outcomes {
  paid: number;
  failed: number;
}

type TotalFilter = (total: DayTotal) => boolean;
const countOf = (totals: readonly DayTotal[], matches: TotalFilter): number =>
  totals.filter(matches).reduce((sum, { count }) => sum + count, 0);
const outcomes = (totals: readonly DayTotal[], matches: TotalFilter = () => true): Outcomes => ({
  paid: countOf(totals, (total) => total.outcome === 'paid' && matches(total)),
  failed: countOf(totals, (total) => total.outcome === 'failed' && matches(total)),
});

/** The numbers of paid and failed attempts of each day. */
export const dailyOutcomes = (totals: readonly DayTotal[], days: Days): ({ day: string } & Outcomes)[] =>
  days.map((day) => ({ day, ...outcomes(totals, (total) => total.day === day) }));

/**
 * Compares today with the same hours of the day a week ago and with that whole day. One row for the paid money of each currency, and one
 * for the failed attempts.
 */
export function comparison(totals: readonly DayTotal[], days: Days, locale: PanelLocale, { home }: PanelTexts) {
  const today = totals.filter(({ day }) => day === days.at(-1));
  const weekAgo = totals.filter(({ day }) => day === days[0]);
  const columns = [today, weekAgo.filter(({ isByHour }) => isByHour), weekAgo];
  const currencies = [
    ...new Set([...today, ...weekAgo].filter(({ outcome }) => outcome === 'paid').map(({ currency }) => currency)),
  ].sort();
  const paidRow = (currency: string): { name: string; cells: { count: number; amount: string }[] } => ({
    name: home.paidIn(currency),
    cells: columns.map((column) => {
      const paid = column.filter((total) => total.outcome === 'paid' && total.currency === currency);
      const minor = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      return { count: countOf(paid, () => true), amount: signedMoney(minor, locale, currency) };
    }),
  });
  return [
    ...currencies.map(paidRow),
    { name: home.failed, cells: columns.map((column) => ({ count: outcomes(column).failed, amount: '' })) },
  ];
}

/**
 * One row for each channel, the most used ones first: today and a week ago, and over all days the success rate and the most common reasons
 * of failures.
 */
export function formatChannels(totals: readonly DayTotal[], days: Days, t: PanelTexts) {
  return [...new Set(totals.map(({ channel }) => channel))]
    .map((channel) => {
      const channelTotals = totals.filter((total) => total.channel === channel);
      const all = outcomes(channelTotals);
      return {
        name: CHANNEL_NAMES.get(channel) ?? channel,
        today: outcomes(channelTotals, ({ day }) => day === days.at(-1)),
        weekAgo: outcomes(channelTotals, ({ day, isByHour }) => day === days[0] && isByHour),
        tries: all.paid + all.failed,
        percent: Math.floor((100 * all.paid) / (all.paid + all.failed)),
        reasons: commonReasons(channelTotals).map(([reason, count]) => ({ reason: reasonText(channel, reason, t), count })),
      };
    })
    .sort((a, b) => b.tries - a.tries || a.name.localeCompare(b.name));
}

function commonReasons(totals: readonly DayTotal[]): [reason: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { outcome, reason, count } of totals) if (outcome === 'failed') counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_REASONS);
}

/** Operators and acquirers use some of the same decline reasons with different meanings, so each has texts of its own. */
function reasonText(channel: string, reason: string, { home, transaction }: PanelTexts): string {
  const [acquirerTexts, operatorTexts]: Readonly<Record<string, string>>[] = [transaction.why, transaction.rejections];
  const texts = CHANNEL_NAMES.has(channel) ? acquirerTexts : operatorTexts;
  return home.why[reason] ?? texts?.[reason] ?? reason;
}
