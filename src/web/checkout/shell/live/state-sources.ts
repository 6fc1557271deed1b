import { Injectable } from '@nestjs/common';

/** The registry of state sources: the products whose pages can follow payments. */
@Injectable()
export class StateSources {
  private readonly sources = new Map<string, StateSource>();

  add(source: StateSource): void {
    this.sources.set(source.name, source);
  }

  get(name: string): StateSource {
    const source = this.sources.get(name);
    if (!source) throw new Error(`No StateSource is registered for "${name}": add one in the product's checkout module`);
    return source;
  }
}

/** Reads the states of a product's payments. The shell only compares the states as texts. */
interface StateSource {
  /** The product's name, which must be unique. */
  readonly name: string;
  /**
   * Reads many payments in one query.
   * @param ids unvalidated, as browsers sent them
   * @returns the states by id, without unknown payments.
   */
  statesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
