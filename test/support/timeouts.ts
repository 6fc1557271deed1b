import { jest } from '@jest/globals';

const originalTimeout = AbortSignal.timeout.bind(AbortSignal);

/**
 * Replaces time-outs of exactly this length in this process until the mock is restored.
 * @param signalOfNext returns the signal for the next time-out
 */
export const replaceTimeouts = (lengthMs: number, signalOfNext: () => AbortSignal) =>
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === lengthMs ? signalOfNext() : originalTimeout(ms)));
