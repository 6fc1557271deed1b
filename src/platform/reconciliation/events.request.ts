import { ApiPropertyOptional } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { FollowingRequest } from '../../common/pagination/following.request.js';
import { Rule } from '../../common/validation/characters.js';
import { isUuid } from '../../common/validation/is-uuid.js';

export class EventsRequest extends FollowingRequest {
  @ApiPropertyOptional({ format: 'uuid', description: 'Id of the event to read on from: the last that you have.' })
  @Expose()
  @IsOptional()
  @Rule('isEventId', (value) => typeof value === 'string' && isUuid(value), 'The after must be the id of an event.')
  after?: string;

  @ApiPropertyOptional({ type: String, example: 'transaction:status_changed', description: 'Only this type of notification.' })
  @Expose()
  @IsOptional()
  @Rule('isText', (value) => typeof value === 'string', 'The type must be text.')
  type?: string;
}
