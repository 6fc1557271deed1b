import { ListRequest } from '../../../common/pagination/list.request.js';
import type { FilterValuesOf } from '../../../platform/listing/lists/list.js';
import { ListFilters } from '../../../platform/listing/lists/list-filters.decorator.js';
import { TRANSACTION_LIST } from './transaction.list.js';

@ListFilters(TRANSACTION_LIST)
export class DirectBillingTransactionListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof TRANSACTION_LIST>;
}
