import { Injectable } from '@nestjs/common';

/** The products whose pages can watch payments. */
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

/** Reads the states of a product's payments. The shell only compares these texts. */
interface StateSource {
  /** The product's name, which must be unique. */
  readonly name: string;
  /**
   * Reads many payments in one query.
   * @param ids as browsers sent them, not validated
   * @returns the states by id; unknown payments are left out.
   */
  statesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
