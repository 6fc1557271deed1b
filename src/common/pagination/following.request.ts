import { PickType } from '@nestjs/swagger';
import { ListRequest } from './list.request.js';

/** Query members of a list that is read on from a record, so that no page is read twice and none is missed while it grows. */
export class FollowingRequest extends PickType(ListRequest, ['perPage', 'limit']) {}
