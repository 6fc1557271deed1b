import { describe, expect, it } from '@jest/globals';
import { stopLeftRunning, registerRunning } from './left-running.js';

describe('programs that a test file leaves running', () => {
  it('are stopped, the latest first, even if one of them cannot be stopped', async () => {
    const stopped: string[] = [];
    const start = (description: string) => registerRunning(description, () => Promise.resolve(void stopped.push(description)));
    start('a gateway');
    registerRunning('a receiver', () => Promise.reject(new Error('is busy')));
    const stop = start('a process');
    start('a sandbox');
    await stop();
    await expect(stopLeftRunning()).resolves.toEqual(['a sandbox', 'a receiver, which could not be stopped: Error: is busy', 'a gateway']);
    expect(stopped).toEqual(['a process', 'a sandbox', 'a gateway']);
    await expect(stopLeftRunning()).resolves.toEqual([]);
  });
});
