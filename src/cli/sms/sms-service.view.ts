import type { INestApplicationContext } from '@nestjs/common';
import { formatAmountShortest } from '../../common/money/amount.js';
import type { Service } from '../../platform/partners/services/service.entity.js';
import { PackStockQuery } from '../../products/sms/codes/pack-stock.query.js';
import { ServiceNumbersQuery } from '../../products/sms/numbers/service-numbers.query.js';
import { ServiceDetailsQuery } from '../../products/sms/services/service-details.query.js';
import type { Cell } from '../output/cell.js';
import { serviceView } from '../service/service.view.js';
import type { Session } from '../session.js';

/** A service with what premium SMS adds; `share` is percent of the net price. */
export async function smsServiceView(app: INestApplicationContext, service: Service, session: Session): Promise<Record<string, Cell>> {
  const [detailsOf, numbers] = await Promise.all([
    app.get(ServiceDetailsQuery).of([service.id]),
    app.get(ServiceNumbersQuery).of(service.id),
  ]);
  const { type, prefix, suffix, description, adult, shareBp, apiUrl } = detailsOf(service.id);
  const stock = type === 'CODE_PACK' ? await app.get(PackStockQuery).of(service.id) : null;
  return {
    ...serviceView(service, session),
    type,
    prefix,
    suffix,
    numbers: numbers.map(({ number }) => number),
    description,
    adult,
    share: formatAmountShortest(shareBp),
    api_url: apiUrl,
    ...(stock && { codes_free: stock.free, codes_taken: stock.taken }),
  };
}
