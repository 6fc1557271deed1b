/** Where a product's payments stand. States are words of the product's own; the shell only sees that one is not the other. */
export interface StateSource {
  /** Of what it tells: a product's name, once in the program. */
  readonly name: string;
  /**
   * One question for many payments.
   * @param ids of payments, whatever a browser sent
   * @returns by id; payments that there are not are left out.
   */
  statesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
