import { jest } from '@jest/globals';

const timeout = AbortSignal.timeout.bind(AbortSignal);

/** Replaces time-outs of exactly this length in this process until the mock is restored. The test decides when a time-out ends. */
export const replaceTimeouts = (lengthMs: number, signalOfNext: () => AbortSignal) =>
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === lengthMs ? signalOfNext() : timeout(ms)));
