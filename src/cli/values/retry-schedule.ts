import { InvalidArgumentError } from 'commander';
import { durationSeconds } from './duration.js';

const MAX_STEPS = 50;
const MAX_STEP_SECONDS = 30 * 86_400;

/** `0,5,30,2m,1h`: waiting time before each attempt, in seconds; or the word `default`. */
export function parseRetrySchedule(text: string): number[] | 'default' {
  if (text.trim() === 'default') return 'default';
  const steps = text.split(',').map(durationSeconds);
  const usable = steps.filter((step) => step !== null && step <= MAX_STEP_SECONDS) as number[];
  if (usable.length !== steps.length || steps.length > MAX_STEPS) {
    throw new InvalidArgumentError(`It must be "default" or 1 to ${MAX_STEPS} waiting times of at most 30d, such as 0,5,30,2m,1h.`);
  }
  return usable;
}
