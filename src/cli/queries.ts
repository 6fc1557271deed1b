import type { Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../common/time/clocks.js';
import type { OpenDataSource } from './open-data-source.js';

/** Where a command gets its services from: the application, or {@link Queries}. */
export interface Services {
  get<T>(type: abstract new (...args: never[]) => T): T;
}

/**
 * Creates queries without the application, because the application takes longer to start than a query runs. The constructor of such a query
 * may need the database, the clock and other such queries. A class that needs more can only be created by the application.
 */
export class Queries implements Services {
  private readonly instances: Map<unknown, unknown>;

  constructor({ source, clock }: OpenDataSource) {
    this.instances = new Map<unknown, unknown>([
      [DataSource, source],
      [SystemClock, clock],
    ]);
  }

  get<T>(type: abstract new (...args: never[]) => T): T {
    if (!this.instances.has(type)) {
      const dependencyTypes = Reflect.getMetadata('design:paramtypes', type) as Type[] | undefined;
      if (!dependencyTypes) throw new Error(`${type.name} cannot be created without the application, so the command must open it`);
      const dependencies = dependencyTypes.map((dependencyType): unknown => this.get(dependencyType));
      this.instances.set(type, new (type as unknown as new (...args: unknown[]) => T)(...dependencies));
    }
    return this.instances.get(type) as T;
  }
}
