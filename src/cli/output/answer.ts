/** What a command has to say: one value for programs, one text for people. Neither ends with a line break. */
export interface Answer {
  json: unknown;
  text: string;
  /** What whoever reads it should know, and what is no part of it. */
  remark?: string;
  /** When the answer itself is bad news, such as a ledger that does not add up. */
  exitCode?: number;
}

/** An answer of any length, which is written as it is made, and is no JSON. */
export interface StreamedAnswer {
  chunks: AsyncIterable<string>;
  /** Known when all is written. */
  exitCode?: () => number;
}
