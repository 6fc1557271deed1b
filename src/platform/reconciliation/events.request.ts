import { FollowingRequest } from '../../common/pagination/following.request.js';
import { Rule } from '../../common/validation/characters.js';
import { QueryField } from '../../common/validation/fields.js';
import { isUuid } from '../../common/validation/is-uuid.js';

export class EventsRequest extends FollowingRequest {
  @QueryField({ format: 'uuid', description: 'Id of the event to read on from: the last that you have.' })
  @Rule('isEventId', (value) => typeof value === 'string' && isUuid(value), 'The after must be the id of an event.')
  after?: string;

  @QueryField({ type: String, example: 'transaction:status_changed', description: 'Only this type of notification.' })
  @Rule('isText', (value) => typeof value === 'string', 'The type must be text.')
  type?: string;
}
