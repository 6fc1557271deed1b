import { Injectable } from '@nestjs/common';
import type { StateSource } from './state-source.js';

/** The products whose payments can be followed. */
@Injectable()
export class StateSources {
  private readonly sources = new Map<string, StateSource>();

  add(source: StateSource): void {
    this.sources.set(source.name, source);
  }

  get(name: string): StateSource {
    const source = this.sources.get(name);
    if (!source) throw new Error(`Nothing tells where payments of "${name}" stand.`);
    return source;
  }
}
