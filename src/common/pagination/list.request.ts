import { applyDecorators } from '@nestjs/common';
import { Expose, Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { Rule } from '../validation/characters.js';
import { QueryField } from '../validation/fields.js';

const DEFAULT_PAGE_SIZE = 15;
const MAX_PAGE_SIZE = 100;

/**
 * Page numbers have no upper limit. A number above the safe integers is read as the largest: both pages are after the end of every list.
 */
const toPage = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value;

/** Converts query text of up to nine digits to a number, for `@Transform`. Other text stays unchanged, so that validation names the field. */
export const toNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;

const isPositiveInteger = (value: unknown, max = Infinity): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;

const IsPage = (): PropertyDecorator =>
  Rule('isPage', (value) => isPositiveInteger(value), 'The page must be a whole number of at least 1.');

const IsPageSize = (): PropertyDecorator =>
  Rule(
    'isPageSize',
    (value) => isPositiveInteger(value, MAX_PAGE_SIZE),
    `The page size must be a whole number from 1 to ${MAX_PAGE_SIZE}.`,
  );

const DIRECTIONS = ['created_at', '-created_at'];

export const SortField = (): PropertyDecorator =>
  applyDecorators(
    QueryField({ enum: DIRECTIONS, default: '-created_at', description: '`-created_at`: newest first.' }),
    IsIn(DIRECTIONS, { message: 'The sort must be created_at or -created_at.' }),
  );

/** The query of a list without pages. */
export class WholeListRequest {
  /** Lists with filters declare their filters. Other lists reject a filter: otherwise the partner would take all records for the matching ones. */
  @Expose()
  @IsOptional()
  @Rule('isAbsent', () => false, 'This list has no filters.')
  filter?: unknown;
}

/** Query members of every paged list. `limit` and `perPage` mean the same, and `perPage` wins. */
export class ListRequest extends WholeListRequest {
  @QueryField({ type: 'integer', minimum: 1, default: 1 })
  @Transform(toPage)
  @IsPage()
  page?: number;

  @QueryField({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE, description: 'Records on a page.' })
  @Transform(toNumber)
  @IsPageSize()
  perPage?: number;

  @QueryField({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, description: 'Same as `perPage`, which wins.' })
  @Transform(toNumber)
  @IsPageSize()
  limit?: number;

  @SortField()
  sort?: 'created_at' | '-created_at';
}

/** The requested page, its size and its order, after the defaults are applied. */
export interface PageRequest {
  page: number;
  size: number;
  newestFirst: boolean;
}

export function pageRequest(query: ListRequest, defaultSize: number = DEFAULT_PAGE_SIZE): PageRequest {
  return { page: query.page ?? 1, size: query.perPage ?? query.limit ?? defaultSize, newestFirst: query.sort !== 'created_at' };
}
