/** Collects the parameter values of a statement. */
export class Parameters {
  readonly values: unknown[] = [];

  /**
   * @param planned *once*: each value is a subquery, whose result the planner does not know. The generic plan then has the same estimated
   * cost as a custom plan, so PostgreSQL stops planning after five executions. With a bare `OFFSET $3 LIMIT $4` it would plan each time,
   * which takes longer than reading the page. *For the values*: the planner sees the values and chooses an index by its statistics.
   */
  constructor(readonly planned: 'once' | 'for the values') {}

  /** @returns the SQL expression of the value. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    const parameter = `$${this.values.length}::${type}`;
    return this.planned === 'once' ? `(SELECT ${parameter})` : parameter;
  }
}
