import type { Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../common/time/clocks.js';
import type { OpenSource } from './open-source.js';

/** Where a command gets its services from: the application, or {@link Queries}. */
export interface Services {
  get<T>(type: abstract new (...args: never[]) => T): T;
}

/**
 * Queries without the application, which takes longer to start than they run. They may need the database, the clock and other such queries; a
 * query that needs more requires the application.
 */
export class Queries implements Services {
  private readonly made: Map<unknown, unknown>;

  constructor({ source, clock }: OpenSource) {
    this.made = new Map<unknown, unknown>([
      [DataSource, source],
      [SystemClock, clock],
    ]);
  }

  get<T>(type: abstract new (...args: never[]) => T): T {
    if (!this.made.has(type)) {
      const needed = Reflect.getMetadata('design:paramtypes', type) as Type[] | undefined;
      if (!needed) throw new Error(`${type.name} is no query`);
      const parts = needed.map((one): unknown => this.get(one));
      this.made.set(type, new (type as unknown as new (...parts: unknown[]) => T)(...parts));
    }
    return this.made.get(type) as T;
  }
}
