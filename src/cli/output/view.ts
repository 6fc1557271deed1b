import { csv } from '../../common/csv.js';
import { formatAmount } from '../../common/money/amount.js';
import type { Session } from '../session.js';
import type { Cell } from './cell.js';
import { fields as fieldLines, table } from './layout.js';

/** The value of a field. A `Date` is printed with the offset of DISPLAY_TIME_ZONE. */
type Value = Cell | Date;
type ValueOf<Row> = (row: Row) => Value;
/** The names of the row's members that can be printed as they are. */
type MemberOf<Row> = { [K in keyof Row & string]: Row[K] extends Value ? K : never }[keyof Row & string];

interface RightAligned<Row> {
  value: ValueOf<Row>;
  align: 'right';
}

/** How a field gets its value: from the row's member of this name, or from a function of the row. */
export type ViewField<Row> = MemberOf<Row> | ValueOf<Row> | RightAligned<Row>;

/** An amount in minor units, printed with two decimals. */
export const money = <K extends string>(member: K): RightAligned<Record<K, number | null>> => ({
  value: (row) => amountOrNull(row[member]),
  align: 'right',
});

export const amountOrNull = (minor: number | null): string | null => (minor === null ? null : formatAmount(minor));

/**
 * Declares once how a row is printed: as JSON, as a record, and as a line of a table or CSV file. The names of the fields are the members
 * of the JSON and the headings.
 */
export class View<Row, Name extends string> {
  constructor(
    readonly fields: Readonly<Record<Name, ViewField<Row>>>,
    private readonly columns: readonly Name[] = namesOf(fields),
  ) {}

  /** The same view with these fields added. A field of an existing name replaces that field. */
  with<More extends string>(more: Readonly<Record<More, ViewField<Row>>>): View<Row, Name | More> {
    return new View<Row, Name | More>({ ...this.fields, ...more });
  }

  /** The same view with only these columns in tables and CSV files. JSON and records still have all fields. */
  only(...columns: readonly Name[]): View<Row, Name> {
    return new View(this.fields, columns);
  }

  /** The same view without these columns in tables and CSV files. JSON and records still have all fields. */
  without(...hidden: readonly Name[]): View<Row, Name> {
    return this.only(...this.columns.filter((column) => !hidden.includes(column)));
  }

  json(row: Row, session: Session): Record<Name, Cell> {
    const entries = namesOf(this.fields).map((name) => [name, this.cell(row, name, session)]);
    return Object.fromEntries(entries) as Record<Name, Cell>;
  }

  /** All fields of one row as text, with a line for each field. */
  record(row: Row, session: Session): string {
    return fieldLines(this.json(row, session));
  }

  /** @returns an empty text without headings when there are no rows. */
  table(rows: readonly Row[], session: Session): string {
    if (rows.length === 0) return '';
    const isRightAligned = this.columns.map((name) => typeof this.fields[name] === 'object');
    return table(this.columns, this.cells(rows, session), isRightAligned);
  }

  /** The lines of a CSV file without the heading. */
  csv(rows: readonly Row[], session: Session): string {
    return csv(this.cells(rows, session));
  }

  get csvHeading(): string {
    return csv([this.columns]);
  }

  private cells(rows: readonly Row[], session: Session): Cell[][] {
    return rows.map((row) => this.columns.map((name) => this.cell(row, name, session)));
  }

  private cell(row: Row, name: Name, session: Session): Cell {
    const field: ViewField<Row> = this.fields[name];
    const value = typeof field === 'string' ? (row[field as keyof Row] as Value) : valueOf(field, row);
    return value instanceof Date ? session.timestamp(value) : value;
  }
}

const valueOf = <Row>(field: ValueOf<Row> | RightAligned<Row>, row: Row): Value => ('align' in field ? field.value(row) : field(row));

const namesOf = <Name extends string>(fields: Readonly<Record<Name, unknown>>): Name[] => Object.keys(fields) as Name[];

/**
 * Creates a view: `viewOf<Service>()({ id: 'id', … })`. There are two calls, because TypeScript cannot infer the names of the fields in a
 * call that states the type of the row.
 */
export const viewOf =
  <Row>() =>
  <Name extends string>(declared: Readonly<Record<Name, ViewField<Row>>>): View<Row, Name> =>
    new View(declared);
