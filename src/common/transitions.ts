export class InvalidTransitionError extends Error {
  constructor(
    readonly from: string,
    readonly to: string,
  ) {
    super(`A change from ${from} to ${to} is not in the transition table`);
    this.name = 'InvalidTransitionError';
  }
}

export interface StateMachine<S extends string> {
  readonly states: readonly S[];
  readonly initial: S;
  allows(from: S, to: S): boolean;
  isFinal(state: S): boolean;
  /** @throws InvalidTransitionError when the table has no such transition. */
  assert(from: S, to: S): void;
}

/**
 * Checks the table when the module loads: each target is a state, and each state can be reached from the first. A wrong table thus stops the
 * start of the gateway and not a payment. The first key is the initial state.
 * @param table the states that may follow each state; a state with an empty list is final.
 */
export function defineTransitions<S extends string>(table: { readonly [from in S]: readonly NoInfer<S>[] }): StateMachine<S> {
  const states = Object.keys(table) as S[];
  const [initial] = states;
  if (!initial) throw new Error('A transition table needs at least one state');
  const unknown = states.flatMap((from) => table[from]).find((to) => !Object.hasOwn(table, to));
  if (unknown) throw new Error(`Transition table: ${unknown} is a target but not a state`);
  const reached = new Set<S>([initial]);
  for (const state of reached) for (const to of table[state]) reached.add(to);
  const unreachable = states.find((state) => !reached.has(state));
  if (unreachable) throw new Error(`Transition table: ${unreachable} cannot be reached from ${initial}`);

  const targets = (from: S): readonly S[] => (Object.hasOwn(table, from) ? table[from] : []);
  const allows = (from: S, to: S): boolean => targets(from).includes(to);
  return {
    states,
    initial,
    allows,
    isFinal: (state) => targets(state).length === 0,
    assert(from, to) {
      if (!allows(from, to)) throw new InvalidTransitionError(from, to);
    },
  };
}
