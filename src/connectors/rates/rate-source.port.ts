/** The central bank's tables of average rates: A each working day, B once a week for the currencies that are not in A. */
export const RATE_TABLES = ['A', 'B'] as const;
export type RateTableName = (typeof RATE_TABLES)[number];

export interface RateTable {
  name: RateTableName;
  /** The bank's number, such as `020/A/NBP/2024`. */
  number: string;
  /** `YYYY-MM-DD` */
  effectiveOn: string;
  /** PLN for one unit, with ten decimals, by ISO 4217 code. */
  rates: ReadonlyMap<string, string>;
  /** Codes with an invalid rate, such as 0. */
  withoutRate: readonly string[];
}

/**
 * - `none`: the bank published no table that day
 * - `unusable`: the answer is not a valid table
 * - `unreachable`: there was no answer
 */
export type RateTableResult =
  { outcome: 'table'; table: RateTable } | { outcome: 'none' } | { outcome: 'unusable'; why: string } | { outcome: 'unreachable' };

/** A publisher of exchange rates. Stateless; never throws because of the other side's behaviour. */
export abstract class RateSource {
  /** @param day `YYYY-MM-DD` */
  abstract tableOf(name: RateTableName, day: string): Promise<RateTableResult>;
}
