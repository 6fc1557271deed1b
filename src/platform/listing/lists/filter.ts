import type { ApiPropertyOptions } from '@nestjs/swagger';

/** How a filter finds its rows. */
export type FilterUse =
  /** By an index on (scope, the filter's column, created_at, id). The cost depends on the number of matches. */
  | 'index'
  /** As a range of `created_at`, which every index of a list has. */
  | 'range'
  /** By checking each row that another filter or the scope has found. */
  | 'look';

/** One filter of a list, `filter[name]=value`: its validation, its documentation and its SQL. */
export interface Filter<Property extends string = string, Value = unknown> {
  /** The property of the list's entity that is compared. */
  readonly property: Property;
  /** Decorators of class-validator and class-transformer for the value, in the order of decorators above a property. */
  readonly rules: readonly PropertyDecorator[];
  /** Type, limits and description in the OpenAPI document. */
  readonly api: ApiPropertyOptions;
  use(value: Value): FilterUse;
  /** For an end of a range of `created_at`. `until` is exclusive: the first moment after the range. */
  readonly end?: 'from' | 'until';
  /** The SQL condition. @param column the column of the property. @param value an SQL expression of the column's type, or of `type`. */
  matchSql(column: string, value: string, use: FilterUse): string;
  /** PostgreSQL type of the compared value, when it differs from the column's type. */
  readonly type?: string;
  /** The value that the column is compared with, such as a phone number in its stored form. */
  toColumnValue(value: Value): unknown;
}

export type Filters<Property extends string = string> = Readonly<Record<string, Filter<Property>>>;

/** The values of a request's filters, by the filters' names. */
export type FilterValues<F extends Filters> = { [Name in keyof F]?: F[Name] extends Filter<string, infer Value> ? Value : never };
