/** How a party writes its settlement files: CSV in UTF-8 with a heading. Other columns are ignored. */
export interface FileFormat {
  delimiter: string;
  decimal: '.' | ',';
  /** Names in the heading. */
  referenceColumn: string;
  amountColumn: string;
  /** Null: all amounts are in `currency`. */
  currencyColumn: string | null;
  currency: string;
}

/** A line of the file below its heading. */
export interface FileLine {
  /** Number of the line it ends on, in the file. */
  atLine: number;
  /** As the file has it. */
  reference: string;
  /** The UUID in `reference` when it is one of the gateway's; null when the party chose it. */
  own: string | null;
  /** Minor units, below zero when the party took money back. */
  amountMinor: number;
  currency: string;
}
