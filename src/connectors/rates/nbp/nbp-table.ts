import { isLosslessNumber, parse } from 'lossless-json';
import type { RateTableResult, RateTableName } from '../rate-source.port.js';
import { rateText } from './rate-text.js';

type Members = Readonly<Record<string, unknown>>;

/** Maps the bank's response for the table of a day. A different table or day, or a repeated currency, makes the table unusable. */
export function toRateTableResult(text: string, name: RateTableName, day: string): RateTableResult {
  const unusable = (why: string): RateTableResult => ({ outcome: 'unusable', why });
  const [first, ...others] = listOf(parseOrNull(text));
  if (first === undefined || others.length > 0) return unusable('it is not a list of one table');
  const { table, no, effectiveDate, rates: rows } = membersOf(first);
  if (table !== name) return unusable(`it is table ${quote(table)}`);
  if (effectiveDate !== day) return unusable(`it is of ${quote(effectiveDate)}`);
  if (typeof no !== 'string' || !isNumberOf(no, name)) return unusable(`its number is ${quote(no)}`);
  const rates = new Map<string, string>();
  const withoutRate: string[] = [];
  for (const { code, mid } of listOf(rows).map(membersOf)) {
    if (typeof code !== 'string' || !/^[A-Z]{3}$/.test(code) || code === 'PLN') return unusable(`it has a currency ${quote(code)}`);
    if (rates.has(code) || withoutRate.includes(code)) return unusable(`it has ${code} twice`);
    const rate = isLosslessNumber(mid) ? rateText(mid.value) : null;
    if (rate === null) withoutRate.push(code);
    else rates.set(code, rate);
  }
  if (rates.size === 0) return unusable('it has no rates');
  return { outcome: 'table', table: { name, number: no, effectiveOn: day, rates, withoutRate } };
}

function isNumberOf(number: string, name: RateTableName): boolean {
  return new RegExp(`^\\d{1,3}/${name}/NBP/\\d{4}$`).test(number);
}

function parseOrNull(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Quotes only the beginning of a text, because an unusable response may contain anything. */
function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 20)) : typeof value;
}
