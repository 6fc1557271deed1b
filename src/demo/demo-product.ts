import type { Service } from '../platform/partners/services/service.entity.js';
import type { Area } from '../platform/partners/services/service-status.js';

/** A product's part of the demo: a service to try it with. Each has a class and a line in `demo.module.ts`. */
export interface DemoProduct {
  readonly area: Area;
  createService(partnerId: string): Promise<Service>;
}

export const DEMO_PRODUCTS = Symbol('demo products');
