import { ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { toNumber } from './to-number.js';

const DEFAULT_PAGE_SIZE = 15;
const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 100_000_000;

/** Query members every list takes. `limit` and `perPage` are the same thing; `perPage` wins. */
export class ListRequest {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 1 })
  @Expose()
  @IsOptional()
  @Transform(toNumber)
  @IsInt({ message: 'The page must be a whole number.' })
  @Min(1, { message: 'The page must be at least 1.' })
  @Max(MAX_PAGE, { message: `The page must be at most ${MAX_PAGE}.` })
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
  @IsInt({ message: 'The page size must be a whole number.' })
  @Min(1, { message: 'The page size must be at least 1.' })
  @Max(MAX_PAGE_SIZE, { message: `The page size must be at most ${MAX_PAGE_SIZE}.` })
  perPage?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, description: 'Same as `perPage`, which wins.' })
  @Expose()
  @IsOptional()
  @Transform(toNumber)
  @IsInt({ message: 'The page size must be a whole number.' })
  @Min(1, { message: 'The page size must be at least 1.' })
  @Max(MAX_PAGE_SIZE, { message: `The page size must be at most ${MAX_PAGE_SIZE}.` })
  limit?: number;

  @ApiPropertyOptional({ enum: ['created_at', '-created_at'], default: '-created_at', description: '`-created_at`: newest first.' })
  @Expose()
  @IsOptional()
  @IsIn(['created_at', '-created_at'], { message: 'The sort must be created_at or -created_at.' })
  sort?: 'created_at' | '-created_at';
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
