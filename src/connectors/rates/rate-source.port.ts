/** The central bank's tables of average rates: A each working day, B once a week for the currencies that are not in A. */
export const RATE_TABLES = ['A', 'B'] as const;
export type RateTableName = (typeof RATE_TABLES)[number];

export interface RateTable {
  name: RateTableName;
  /** The bank's own, such as `020/A/NBP/2024`. */
  number: string;
  /** `YYYY-MM-DD` */
  effectiveOn: string;
  /** PLN for one unit, with ten decimals, by ISO 4217 code. */
  rates: ReadonlyMap<string, string>;
  /** Codes with something that is no rate, such as 0. */
  withoutRate: readonly string[];
}

/**
 * - `none`: the bank made no table that day
 * - `unusable`: there is an answer, and it is not believed
 * - `unreachable`: there is none
 */
export type AskedTable =
  { outcome: 'table'; table: RateTable } | { outcome: 'none' } | { outcome: 'unusable'; why: string } | { outcome: 'unreachable' };

/** Who publishes exchange rates. Stateless; never throws for what the other side does. */
export abstract class RateSource {
  /** @param day `YYYY-MM-DD` */
  abstract tableOf(name: RateTableName, day: string): Promise<AskedTable>;
}
