/** What is done with each outcome in each state: an effect, or the name of a step that returns one. */
export type OutcomeTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

type NamedCells<Outcomes extends readonly string[], Cells> = {
  readonly [Index in keyof Outcomes & `${number}` as Outcomes[Index] & string]: Cells[Index & keyof Cells];
};

type CellOf<Table> = { [State in keyof Table]: Table[State][keyof Table[State]] }[keyof Table];

type OutcomesWith<Table, Step> = {
  [State in keyof Table]: { [Outcome in keyof Table[State]]: Step extends Table[State][Outcome] ? Outcome : never }[keyof Table[State]];
}[keyof Table];

/** A step for each cell of the table that is no effect. A step gets only updates with the outcomes in whose columns the table names it. */
export type OutcomeSteps<Table, Locked, Update extends { outcome: string }, Effect extends string> = {
  readonly [Step in Exclude<CellOf<Table>, Effect> & string]: (
    locked: Locked,
    update: Update & { outcome: OutcomesWith<Table, Step> },
  ) => Effect | Promise<Effect>;
};

/**
 * @param outcomes the names of the columns.
 * @param rows the cells of each state.
 */
export function outcomeTable<
  const Outcomes extends readonly string[],
  const Rows extends Readonly<Record<string, { readonly [Index in keyof Outcomes]: string }>>,
>(outcomes: Outcomes, rows: Rows): { readonly [State in keyof Rows]: NamedCells<Outcomes, Rows[State]> } {
  const named = Object.entries(rows).map(([state, cells]) => [
    state,
    Object.fromEntries(outcomes.map((outcome, index) => [outcome, cells[index]])),
  ]);
  return Object.fromEntries(named) as { readonly [State in keyof Rows]: NamedCells<Outcomes, Rows[State]> };
}

/** Does what the table says for the outcome in this state. The caller holds the row's lock. */
export function applyOutcome<
  Table extends OutcomeTable,
  Locked,
  Update extends { outcome: keyof Table[keyof Table] & string },
  Effect extends string,
>(
  table: Table,
  steps: OutcomeSteps<Table, Locked, Update, Effect>,
  state: keyof Table & string,
  locked: Locked,
  update: Update,
): Effect | Promise<Effect> {
  const cell = table[state]?.[update.outcome];
  if (cell === undefined) throw new Error(`The outcome table has no cell for ${update.outcome} in state ${state}`);
  const step = (steps as Record<string, ((locked: Locked, update: never) => Effect | Promise<Effect>) | undefined>)[cell];
  return step ? step(locked, update as never) : (cell as Effect);
}
