import { PickType } from '@nestjs/swagger';
import { ListRequest } from './list.request.js';

/**
 * Query members for the page size of a list whose next page starts after a record. Each list adds its own `after`. While the list grows, a
 * client reads no record twice and misses none.
 */
export class FollowingRequest extends PickType(ListRequest, ['perPage', 'limit']) {}
