import { ListRequest } from '../../../common/pagination/list.request.js';
import type { FilterValuesOf } from '../../../platform/listing/lists/list.js';
import { ListFilters } from '../../../platform/listing/lists/list-filters.decorator.js';
import { SMS_TRANSACTION_LIST } from './transaction.list.js';

@ListFilters(SMS_TRANSACTION_LIST)
export class SmsTransactionListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof SMS_TRANSACTION_LIST>;
}
