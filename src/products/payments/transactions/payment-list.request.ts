import { ListRequest } from '../../../common/pagination/list.request.js';
import type { FilterValuesOf } from '../../../platform/listing/lists/list.js';
import { ListFilters } from '../../../platform/listing/lists/list-filters.decorator.js';
import { PAYMENT_LIST } from './payment.list.js';

@ListFilters(PAYMENT_LIST)
export class PaymentListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof PAYMENT_LIST>;
}
