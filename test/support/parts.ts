import { Parts } from '../../src/platform/products/parts.js';
import type { Part } from '../../src/platform/products/product.js';

/** Declarations of parts that need no services of a process. */
export function partsOf(...parts: Part[]): Parts {
  return new Parts(parts, (provider) => {
    throw new Error(`This test has no ${provider.name}.`);
  });
}
