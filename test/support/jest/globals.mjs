/** Stands for `@jest/globals`, also in modules that are loaded once: always the functions of the test file that is running. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function useGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
