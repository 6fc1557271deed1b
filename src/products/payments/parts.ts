import type { Provider, Type } from '@nestjs/common';

/** What a folder of online payments brings to their module. */
export interface Parts {
  entities?: Type[];
  /** What the controllers, the payer's pages and the command line use. */
  exported: Type[];
  /** What only online payments themselves use. */
  inner: Provider[];
}
