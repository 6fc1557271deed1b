/** Format of a provider's settlement files: CSV in UTF-8 with a heading. Columns that are not named here are ignored. */
export interface FileFormat {
  delimiter: string;
  decimal: '.' | ',';
  /** Names of columns in the heading. */
  referenceColumn: string;
  amountColumn: string;
  /** Null: all amounts are in `currency`. */
  currencyColumn: string | null;
  currency: string;
}

/** A line of the file below its heading. */
export interface FileLine {
  /** Number of the line in the file on which the record ends. */
  atLine: number;
  /** The reference as the file has it. */
  reference: string;
  /** The UUID in `reference` when the gateway made the reference. Null when the provider chose it. */
  gatewayReference: string | null;
  /** Minor units, below zero when the provider took money back. */
  amountMinor: number;
  currency: string;
}
