import { FollowingRequest } from '../../common/pagination/following.request.js';
import { SortField } from '../../common/pagination/list.request.js';
import { dayIn } from '../../common/time/period.js';
import { Rule } from '../../common/validation/characters.js';
import { QueryField } from '../../common/validation/fields.js';
import type { FilterValues } from '../listing/lists/filter.js';
import { TIME_OF_CREATION } from '../listing/lists/filters/moment-filter.js';
import { ListFilters } from '../listing/lists/list-filters.decorator.js';

@ListFilters({ filters: TIME_OF_CREATION })
export class WalletEntriesRequest extends FollowingRequest {
  @QueryField({ format: 'date', example: '2026-11-21', description: 'One day, from midnight to midnight in the time zone of the answers.' })
  @Rule('isDay', (value) => typeof value === 'string' && dayIn('utc', value) !== null, 'The day must be a date such as 2026-11-21.')
  day?: string;

  @QueryField({ example: '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607:3', description: 'Id of the entry to read on from.' })
  @Rule('isText', (value) => typeof value === 'string', 'The after must be the id of an entry.')
  after?: string;

  @SortField()
  sort?: 'created_at' | '-created_at';

  filter?: FilterValues<typeof TIME_OF_CREATION>;
}
