import type { Service } from '../platform/partners/services/service.entity.js';
import type { Area } from '../platform/partners/services/service-status.js';

/** Creates the demo service of a product. Each product has a class with this interface, and a line in `demo.module.ts`. */
export interface DemoProduct {
  readonly area: Area;
  createService(partnerId: string): Promise<Service>;
}

/** Injection token of the list of all demo products. */
export const DEMO_PRODUCTS = Symbol('demo products');
