/** The central bank's tables of average rates. Table A appears each working day, table B once a week with the currencies that A lacks. */
export const RATE_TABLES = ['A', 'B'] as const;
export type RateTableName = (typeof RATE_TABLES)[number];

/** One table of one day. */
export interface RateTable {
  name: RateTableName;
  /** The bank's number of the table, such as `020/A/NBP/2024`. */
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
 * - `unusable`: the response is not a valid table, for the reason in `why`
 * - `unreachable`: there was no response
 */
export type RateTableResult =
  { outcome: 'table'; table: RateTable } | { outcome: 'none' } | { outcome: 'unusable'; why: string } | { outcome: 'unreachable' };

/** A source of exchange rates. Implementations are stateless, and never throw because of a response or a missing response. */
export abstract class RateSource {
  /** @param day `YYYY-MM-DD` */
  abstract tableOf(name: RateTableName, day: string): Promise<RateTableResult>;
}
