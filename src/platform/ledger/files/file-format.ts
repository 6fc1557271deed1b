/** How a party writes its settlement files: CSV in UTF-8 with a heading. Columns that are not named here are passed over. */
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

/** A line of the file that is about money. */
export interface FileLine {
  /** Where it ends in the file. */
  atLine: number;
  /** As it stands there. */
  reference: string;
  /** The gateway's own reference, when it is one; otherwise the party's name. */
  own: string | null;
  /** Minor units, below zero where the party took something back. */
  amountMinor: number;
  currency: string;
}
