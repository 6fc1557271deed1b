import { ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import type { ListRequest } from '../../../common/pagination/list.request.js';
import type { Filters, FilterValues } from './filter.js';
import type { List } from './list.js';

type RequestClass<F extends Filters> = new () => ListRequest & { filter?: FilterValues<F> };

/**
 * Gives a request's class the filters of a list: how they are read and refused, and their parameters in the OpenAPI document.
 *
 * ```ts
 * @ListFilters(TRANSACTION_LIST)
 * export class TransactionListRequest extends ListRequest {
 *   filter?: FilterValuesOf<typeof TRANSACTION_LIST>;
 * }
 * ```
 */
export function ListFilters<F extends Filters>({ filters, pageSize }: List<unknown, F>): (request: RequestClass<F>) => void {
  // Only its own members are taken over from a query: this is where the names that a list does not have are dropped.
  class Filter {}
  for (const [name, { rules }] of Object.entries(filters)) decorate(Filter, name, [Expose(), IsOptional(), ...rules]);

  return (request) => {
    decorate(request, 'filter', [
      Expose(),
      IsOptional(),
      IsObject({ message: 'A filter is given as filter[name]=value.' }),
      ValidateNested(),
      Type(() => Filter),
    ]);
    if (pageSize) decorate(request, 'perPage', [ApiPropertyOptional({ type: 'integer', default: pageSize })]);
    // Express reads `filter[name]` as a member of `filter`, OpenAPI knows it as a parameter of that name. The last one is told first.
    for (const [name, { api }] of Object.entries(filters).reverse()) decorate(request, `filter[${name}]`, [ApiPropertyOptional(api)]);
  };
}

/** As if the decorators stood above the property in this order. */
function decorate(target: new () => object, property: string, decorators: readonly PropertyDecorator[]): void {
  for (const decorator of decorators.toReversed()) decorator(target.prototype as object, property);
}
