import { ListRequest } from '../../../../common/pagination/list.request.js';
import { ListFilters } from '../../../../platform/listing/lists/list-filters.decorator.js';
import type { FilterValuesOf } from '../../../../platform/listing/lists/list.js';
import { ALIAS_LIST } from '../../aliases/alias.list.js';

@ListFilters(ALIAS_LIST)
export class AliasListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof ALIAS_LIST>;
}
