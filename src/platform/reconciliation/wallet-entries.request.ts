import { ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { FollowingRequest } from '../../common/pagination/following.request.js';
import { dayIn } from '../../common/time/period.js';
import { Rule } from '../../common/validation/characters.js';
import type { FilterValues } from '../listing/lists/filter.js';
import { TIME_OF_CREATION } from '../listing/lists/filters/moment-filter.js';
import { ListFilters } from '../listing/lists/list-filters.decorator.js';

@ListFilters({ filters: TIME_OF_CREATION })
export class WalletEntriesRequest extends FollowingRequest {
  @ApiPropertyOptional({
    format: 'date',
    example: '2026-11-21',
    description: 'One day, from midnight to midnight in the time zone of the answers.',
  })
  @Expose()
  @IsOptional()
  @Rule('isDay', (value) => typeof value === 'string' && dayIn('utc', value) !== null, 'The day must be a date such as 2026-11-21.')
  day?: string;

  @ApiPropertyOptional({ example: '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607:3', description: 'Id of the entry to read on from.' })
  @Expose()
  @IsOptional()
  @Rule('isText', (value) => typeof value === 'string', 'The after must be the id of an entry.')
  after?: string;

  @ApiPropertyOptional({ enum: ['created_at', '-created_at'], default: '-created_at', description: '`-created_at`: newest first.' })
  @Expose()
  @IsOptional()
  @IsIn(['created_at', '-created_at'], { message: 'The sort must be created_at or -created_at.' })
  sort?: 'created_at' | '-created_at';

  filter?: FilterValues<typeof TIME_OF_CREATION>;
}
