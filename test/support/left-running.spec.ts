import { describe, expect, it } from '@jest/globals';
import { stopWhatIsLeft, untilStopped } from './left-running.js';

describe('programs that a test file leaves running', () => {
  it('are stopped, the latest first, even if one of them cannot be stopped', async () => {
    const stopped: string[] = [];
    const start = (description: string) => untilStopped(description, () => Promise.resolve(void stopped.push(description)));
    start('a gateway');
    untilStopped('a receiver', () => Promise.reject(new Error('is busy')));
    const stop = start('a process');
    start('a sandbox');
    await stop();
    await expect(stopWhatIsLeft()).resolves.toEqual(['a sandbox', 'a receiver, which could not be stopped: Error: is busy', 'a gateway']);
    expect(stopped).toEqual(['a process', 'a sandbox', 'a gateway']);
    await expect(stopWhatIsLeft()).resolves.toEqual([]);
  });
});
