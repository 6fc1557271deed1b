import { isLosslessNumber, parse } from 'lossless-json';
import type { RateTableResult, RateTableName } from '../rate-source.port.js';
import { rateText } from './rate-text.js';

const MAX_QUOTED_CHARACTERS = 20;

type Members = Readonly<Record<string, unknown>>;

/** Maps the bank's response for the table of a day. A different table or day, or a repeated currency, makes the table unusable. */
export function toRateTableResult(text: string, name: RateTableName, day: string): RateTableResult {
  const unusable = (reason: string): RateTableResult => ({ outcome: 'unusable', why: reason });
  const [onlyTable, ...otherTables] = listOf(parseOrNull(text));
  if (onlyTable === undefined || otherTables.length > 0) return unusable('it is not a list of one table');
  const { table, no, effectiveDate, rates: rows } = membersOf(onlyTable);
  if (table !== name) return unusable(`it is table ${quote(table)}`);
  if (effectiveDate !== day) return unusable(`it is of ${quote(effectiveDate)}`);
  if (typeof no !== 'string' || !isTableNumber(no, name)) return unusable(`its number is ${quote(no)}`);
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

/** Whether a text is a number of the table, such as `020/A/NBP/2024`. */
function isTableNumber(number: string, name: RateTableName): boolean {
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
  return typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_QUOTED_CHARACTERS)) : typeof value;
}
