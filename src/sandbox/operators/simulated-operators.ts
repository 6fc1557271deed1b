/** The operators simulated here, and whose name stands as the sender of their messages. */
export const SIMULATED_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['orange', 'Orange'],
  ['play', 'Play'],
  ['t-mobile', 'T-Mobile'],
  ['plus', 'Plus'],
]);
