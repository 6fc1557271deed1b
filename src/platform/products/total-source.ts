/** Append-only tables whose rows have the id of their database transaction in `created_xid`. */
export const TOTAL_LOGS = ['state_history', 'ledger_entry'] as const;
export type TotalLog = (typeof TOTAL_LOGS)[number];

/** Selects the paid and the failed transactions of a log. Each product adds its own sources. */
export interface TotalSource {
  log: TotalLog;
  /**
   * SELECT of `service_id text, at timestamptz, test boolean, outcome text, channel text, reason text, currency text, amount_minor bigint`
   * from `fresh`, which has new rows of the log. `outcome` is `paid` with an empty `reason`, or `failed` with a code for the reason. `test`
   * is the flag of the attempt or sale itself.
   */
  select: string;
}
