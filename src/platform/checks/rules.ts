/** SQL of a condition that is true for a row that breaks the rule, and SQL of the message about such a row. */
export type RowRule = readonly [broken: string, reason: string];

/** Two values must be equal, nulls included. @param other SQL of the other value @param otherName names that value in the message */
export function valueMismatch(column: string, own: string, other: string, otherName: string): RowRule {
  return [`${own} IS DISTINCT FROM ${other}`, mismatchSentence(column, own, other, otherName)];
}

/**
 * A row must have the values of another row in columns with the same names.
 * @param own SQL name of the row @param other SQL name of the other row @param when SQL: when the rule holds, by default always
 */
export function columnMismatches(
  own: string,
  other: string,
  otherName: string,
  columns: readonly string[],
  { when }: { when?: string } = {},
): RowRule[] {
  return columns.map((column) => {
    const [broken, reason] = valueMismatch(column, `${own}.${column}`, `${other}.${column}`, otherName);
    return [when === undefined ? broken : `(${when}) AND ${broken}`, reason];
  });
}

/** A row that is joined by `reference` must exist. @param id SQL of its id, which is null when it is missing */
export function missingRow(name: string, reference: string, id: string): RowRule {
  return [`${id} IS NULL`, sentence`its ${textSql(name)} ${reference} does not exist`];
}

const MAX_DIFFERENCE_SECONDS = 60;

/** Two times must be within a minute. They are not always equal, because a transaction may read the clock more than once. */
export function timeMismatch(column: string, own: string, other: string, otherName: string): RowRule {
  return [`abs(extract(epoch FROM ${own} - ${other})) > ${MAX_DIFFERENCE_SECONDS}`, mismatchSentence(column, own, other, otherName)];
}

const mismatchSentence = (column: string, own: string, other: string, otherName: string): string =>
  sentence`its ${textSql(column)} is ${own}, and ${textSql(otherName)} ${other}`;

/** SQL of a message, which is never null. The values in the template are SQL, and a null is shown as `nothing`. */
export function sentence(texts: TemplateStringsArray, ...values: readonly string[]): string {
  const shown = values.map((value) => `coalesce((${value})::text, 'nothing')`);
  return `concat(${texts.flatMap((part, index) => [textSql(part), ...shown.slice(index, index + 1)]).join(', ')})`;
}

const textSql = (text: string): string => `'${text}'`;
