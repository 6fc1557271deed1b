import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiFollowingEnvelope } from '../../common/api/api-envelope.decorator.js';
import { followingEnvelope, type FollowingEnvelope } from '../../common/api/envelope.js';
import { invalidField } from '../../common/errors/domain-error.js';
import { pageRequest } from '../../common/pagination/list.request.js';
import { DisplayZone } from '../../runtime/http/display-zone.decorator.js';
import { RequestUrl } from '../../runtime/http/request-url.decorator.js';
import type { Caller } from '../access/caller.js';
import { CurrentCaller } from '../access/current-caller.decorator.js';
import { Protected } from '../access/protected.decorator.js';
import { DAYS_OF_THE_FEED, EventFeedQuery } from '../webhooks/inspection/event-feed.query.js';
import { Parts } from '../products/parts.js';
import { EventResponse } from './event.response.js';
import { EventsRequest } from './events.request.js';

const AFTER_ERRORS = {
  unknown: 'The after must be the id of an event of your services.',
  'too old': `The after is older than ${DAYS_OF_THE_FEED} days, and some that followed it are no longer listed. Leave it out to read what there is.`,
} as const;

@ApiTags('Notifications')
@Controller('events')
export class EventsController {
  constructor(
    private readonly feed: EventFeedQuery,
    private readonly parts: Parts,
  ) {}

  @Get()
  @Protected('events')
  @ApiOperation({ summary: `List the notifications of the last ${DAYS_OF_THE_FEED} days, oldest first` })
  @ApiFollowingEnvelope(EventResponse)
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: EventsRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<FollowingEnvelope<EventResponse>> {
    const { type, after } = query;
    const types = this.parts.notifications.map(({ name }) => name);
    if (type !== undefined && !types.includes(type)) throw invalidField('type', `The type must be one of ${types.join(', ')}.`);
    const { size } = pageRequest(query);
    const events = await this.feed.run(caller, { after, type, limit: size + 1 });
    if (typeof events === 'string') throw invalidField('after', AFTER_ERRORS[events]);
    return followingEnvelope(
      events.map((event) => EventResponse.from(event, zone)),
      size,
      url,
    );
  }
}
