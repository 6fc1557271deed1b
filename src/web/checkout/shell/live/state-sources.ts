import { Injectable } from '@nestjs/common';

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

/** The states of a product's payments. They are the product's own words; the shell only compares them. */
interface StateSource {
  /** The product's name, once in the program. */
  readonly name: string;
  /**
   * One question for many payments.
   * @param ids of payments, whatever a browser sent
   * @returns by id; payments that there are not are left out.
   */
  statesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
