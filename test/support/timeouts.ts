import { jest } from '@jest/globals';

const timeout = AbortSignal.timeout.bind(AbortSignal);

/** Replaces the time-outs of exactly this length in this process until the mock is restored: the test decides when one is over. */
export const replaceTimeouts = (lengthMs: number, signalOfNext: () => AbortSignal) =>
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === lengthMs ? signalOfNext() : timeout(ms)));
