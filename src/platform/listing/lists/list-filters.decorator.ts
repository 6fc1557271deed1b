import { ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
import { Rule } from '../../../common/validation/characters.js';
import type { Filters, FilterValues } from './filter.js';
import type { List } from './list.js';

type RequestClass<F extends Filters> = new () => { filter?: FilterValues<F> };

/**
 * Adds the filters of a list to a request class: their validation and their parameters in the OpenAPI document.
 *
 * ```ts
 * @ListFilters(TRANSACTION_LIST)
 * export class TransactionListRequest extends ListRequest {
 *   override filter?: FilterValuesOf<typeof TRANSACTION_LIST>;
 * }
 * ```
 */
export function ListFilters<F extends Filters>({
  filters,
  pageSize,
}: Pick<List<unknown, F>, 'filters'> & Partial<Pick<List, 'pageSize'>>): (request: RequestClass<F>) => void {
  class Filter {}
  for (const [name, { rules }] of Object.entries(filters)) decorate(Filter, name, [Expose(), IsOptional(), ...rules]);

  const isKnown = (name: string): boolean => Object.hasOwn(filters, name);
  const message = `A filter is given as filter[name]=value with one of the names ${Object.keys(filters).join(', ')}.`;

  return (request) => {
    decorate(request, 'filter', [
      Expose(),
      IsOptional(),
      Rule('isFilter', (value) => value instanceof Filter, message),
      ValidateNested(),
      Type(() => Filter),
      Transform(({ value, obj }: { value: unknown; obj: { filter?: unknown } }) =>
        obj.filter === undefined || namesOf(obj.filter).every(isKnown) ? value : UNKNOWN_FILTER,
      ),
    ]);
    if (pageSize) decorate(request, 'perPage', [ApiPropertyOptional({ type: 'integer', default: pageSize })]);
    // Express parses `filter[name]` as a member of `filter`, but in OpenAPI it is a parameter name. Reversed, because decorators run last
    // to first.
    for (const [name, { api }] of Object.entries(filters).reverse()) decorate(request, `filter[${name}]`, [ApiPropertyOptional(api)]);
  };
}

/** Replaces a `filter` with an unknown name, so that validation rejects it. class-transformer would drop the unknown name silently. */
const UNKNOWN_FILTER = 'unknown';

/** A `filter` without names counts as unknown, because the query parser drops some names. */
function namesOf(filter: unknown): string[] {
  const names = Object.keys(Object(filter) as object);
  return names.length > 0 ? names : [''];
}

/** Applies the decorators as if they were written above the property in this order. */
function decorate(target: new () => object, property: string, decorators: readonly PropertyDecorator[]): void {
  for (const decorator of decorators.toReversed()) decorator(target.prototype as object, property);
}
