/** The simulated operators and the sender names of their messages. */
export const SIMULATED_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['orange', 'Orange'],
  ['play', 'Play'],
  ['t-mobile', 'T-Mobile'],
  ['plus', 'Plus'],
]);
