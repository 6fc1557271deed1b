import type { ApiPropertyOptions } from '@nestjs/swagger';

/** How a filter finds its rows. */
export type FilterUse =
  /** By an index on (scope, the filter's column, created_at, id): its cost follows its matches. */
  | 'index'
  /** As a range of `created_at`, with which every index of a list ends. */
  | 'range'
  /** By looking at each row that something else has found. */
  | 'look';

/** One filter of a list, `filter[name]=value`: what callers may ask for, how it is documented, and what it means in SQL. */
export interface Filter<Property extends string = string, Value = unknown> {
  /** Which property of the list's entity it looks at. */
  readonly property: Property;
  /** Decorators of class-validator and class-transformer for the value, in the order in which they would stand above a property. */
  readonly rules: readonly PropertyDecorator[];
  /** Type, limits and description in the OpenAPI document. */
  readonly api: ApiPropertyOptions;
  use(value: Value): FilterUse;
  /** A condition. @param column of the property. @param value an expression of the column's type, or of `type`. */
  matches(column: string, value: string, use: FilterUse): string;
  /** PostgreSQL's type of what is compared, where it is not the column's. */
  readonly type?: string;
  /** What the column is compared with, such as a phone number in the one form in which they are kept. */
  compared(value: Value): unknown;
}

export type Filters<Property extends string = string> = Readonly<Record<string, Filter<Property>>>;

/** What a request may give. */
export type FilterValues<F extends Filters> = { [Name in keyof F]?: F[Name] extends Filter<string, infer Value> ? Value : never };
