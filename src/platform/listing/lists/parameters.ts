/** Collects a statement's values. */
export class Parameters {
  readonly values: unknown[] = [];

  /**
   * @param planned *once*: each value stands in the text as a query of its own, whose result the planner does not know. One plan for all
   * values, the server's generic one, looks as cheap to it as a plan for these, and it stops planning after five executions; a bare
   * `OFFSET $3 LIMIT $4` would be planned anew each time, which takes longer than reading the page. *For the values*: the planner sees
   * them and chooses among indexes by what its statistics say of them.
   */
  constructor(readonly planned: 'once' | 'for the values') {}

  /** @returns the expression that stands for the value. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    const parameter = `$${this.values.length}::${type}`;
    return this.planned === 'once' ? `(SELECT ${parameter})` : parameter;
  }
}
