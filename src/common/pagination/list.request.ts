import { ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { Rule } from '../validation/characters.js';
import { toNumber } from './to-number.js';

const DEFAULT_PAGE_SIZE = 15;
const MAX_PAGE_SIZE = 100;

/** Any page may be asked for. Those with more digits than a number holds exactly are past every end, and so is the last that it holds. */
const toPage = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value;

const isWholeFrom1 = (value: unknown, most = Infinity): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;

const IsPage = (): PropertyDecorator => Rule('isPage', (value) => isWholeFrom1(value), 'The page must be a whole number of at least 1.');

const IsPageSize = (): PropertyDecorator =>
  Rule('isPageSize', (value) => isWholeFrom1(value, MAX_PAGE_SIZE), `The page size must be a whole number from 1 to ${MAX_PAGE_SIZE}.`);

/** Query members every list takes. `limit` and `perPage` are the same thing; `perPage` wins. */
export class ListRequest {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  @Expose()
  @IsOptional()
  @Transform(toPage)
  @IsPage()
  page?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
    description: 'Records on a page.',
  })
  @Expose()
  @IsOptional()
  @Transform(toNumber)
  @IsPageSize()
  perPage?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, description: 'Same as `perPage`, which wins.' })
  @Expose()
  @IsOptional()
  @Transform(toNumber)
  @IsPageSize()
  limit?: number;

  @ApiPropertyOptional({ enum: ['created_at', '-created_at'], default: '-created_at', description: '`-created_at`: newest first.' })
  @Expose()
  @IsOptional()
  @IsIn(['created_at', '-created_at'], { message: 'The sort must be created_at or -created_at.' })
  sort?: 'created_at' | '-created_at';

  /** Lists that have filters declare them. An unknown one must not be ignored: the caller would take all records for those that match. */
  @Expose()
  @IsOptional()
  @Rule('isAbsent', () => false, 'This list has no filters.')
  filter?: unknown;
}

/** Where a page starts and how it is ordered, with the defaults filled in. */
export interface PageRequest {
  page: number;
  size: number;
  newestFirst: boolean;
}

export function pageRequest(query: ListRequest, defaultSize: number = DEFAULT_PAGE_SIZE): PageRequest {
  return { page: query.page ?? 1, size: query.perPage ?? query.limit ?? defaultSize, newestFirst: query.sort !== 'created_at' };
}
