import { PickType } from '@nestjs/swagger';
import { ListRequest } from './list.request.js';

/** Query members of a list whose next page starts after a record. While the list grows, a client reads no record twice and misses none. */
export class FollowingRequest extends PickType(ListRequest, ['perPage', 'limit']) {}
