import type { INestApplicationContext } from '@nestjs/common';
import type { Service } from '../../platform/partners/services/service.entity.js';
import type { Cell } from '../output/cell.js';
import { productOf } from '../products/products.js';
import type { Session } from '../session.js';
import { serviceView } from './service.view.js';

/** A service with what its product adds. */
export async function serviceRecord(app: INestApplicationContext, service: Service, session: Session): Promise<Record<string, Cell>> {
  const details = await productOf(service.area)?.services.show(app, service.id);
  return { ...serviceView(service, session), ...details };
}
