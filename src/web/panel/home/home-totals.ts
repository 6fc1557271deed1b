import { CHANNELS } from '../../../connectors/acquirers/catalogue/channel-catalogue.js';
import type { DayTotal } from '../../../platform/totals/totals.query.js';
import { signedMoney } from '../transaction/words.js';
import type { PanelLocale, PanelTexts } from '../texts/texts.js';

const MAX_REASONS = 3;
const NAMES = new Map<string, string>([['sms', 'SMS'], ...CHANNELS.map(({ id, name }) => [id, name] as const)]);

/** Eight days as `2026-11-24`: the first is a week ago, the last is today. */
export type Days = readonly string[];

interface Outcomes {
  paid: number;
  failed: number;
}

type Which = (total: DayTotal) => boolean;
const sum = (totals: readonly DayTotal[], which: Which): number => totals.filter(which).reduce((total, { count }) => total + count, 0);
const outcomes = (totals: readonly DayTotal[], which: Which = () => true): Outcomes => ({
  paid: sum(totals, (one) => one.outcome === 'paid' && which(one)),
  failed: sum(totals, (one) => one.outcome === 'failed' && which(one)),
});

/** The numbers of paid and failed attempts of each day. */
export const dailyOutcomes = (totals: readonly DayTotal[], days: Days): ({ day: string } & Outcomes)[] =>
  days.map((day) => ({ day, ...outcomes(totals, (one) => one.day === day) }));

/**
 * Compares today with the same hours of the day a week ago and with that whole day. One row for the paid money of each currency, and one for
 * the failed attempts.
 */
export function comparison(totals: readonly DayTotal[], days: Days, locale: PanelLocale, { home }: PanelTexts) {
  const today = totals.filter(({ day }) => day === days.at(-1));
  const weekAgo = totals.filter(({ day }) => day === days[0]);
  const columns = [today, weekAgo.filter(({ isByHour }) => isByHour), weekAgo];
  const currencies = [
    ...new Set([...today, ...weekAgo].filter(({ outcome }) => outcome === 'paid').map(({ currency }) => currency)),
  ].sort();
  const inCurrency = (wanted: string): { name: string; cells: { count: number; amount: string }[] } => ({
    name: home.paidIn(wanted),
    cells: columns.map((column) => {
      const paid = column.filter(({ outcome, currency }) => outcome === 'paid' && currency === wanted);
      const minor = paid.reduce((total, { amountMinor }) => total + amountMinor, 0);
      return { count: sum(paid, () => true), amount: signedMoney(minor, locale, wanted) };
    }),
  });
  return [
    ...currencies.map(inCurrency),
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
      const own = totals.filter((one) => one.channel === channel);
      const all = outcomes(own);
      return {
        name: NAMES.get(channel) ?? channel,
        today: outcomes(own, ({ day }) => day === days.at(-1)),
        weekAgo: outcomes(own, ({ day, isByHour }) => day === days[0] && isByHour),
        tries: all.paid + all.failed,
        percent: Math.floor((100 * all.paid) / (all.paid + all.failed)),
        reasons: commonest(own).map(([reason, count]) => ({ reason: reasonInWords(channel, reason, t), count })),
      };
    })
    .sort((one, other) => other.tries - one.tries || one.name.localeCompare(other.name));
}

function commonest(totals: readonly DayTotal[]): [reason: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { outcome, reason, count } of totals) if (outcome === 'failed') counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_REASONS);
}

/** Operators and acquirers use some of the same decline reasons with different meanings, so each has texts of its own. */
function reasonInWords(channel: string, reason: string, { home, transaction }: PanelTexts): string {
  const [ofAcquirers, ofOperators]: Readonly<Record<string, string>>[] = [transaction.why, transaction.rejections];
  const known = NAMES.has(channel) ? ofAcquirers : ofOperators;
  return home.why[reason] ?? known?.[reason] ?? reason;
}
