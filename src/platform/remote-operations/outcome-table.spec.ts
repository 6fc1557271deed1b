import { describe, expect, it } from '@jest/globals';
import { applyOutcome, type OutcomeSteps, outcomeTable } from './outcome-table.js';

// prettier-ignore
const DOOR_OUTCOMES = outcomeTable(
          ['opened',    'locked'], {
  closed: ['open',      'lock'],
  open:   ['duplicate', 'too_late'],
});
type Effect = 'applied' | 'duplicate' | 'too_late';
type Update = { outcome: 'opened'; by: string } | { outcome: 'locked'; key: string };

/** Applies the update to a closed or an open door. @returns the effect and the steps that ran. */
async function apply(state: keyof typeof DOOR_OUTCOMES, update: Update): Promise<string[]> {
  const ran: string[] = [];
  const steps: OutcomeSteps<typeof DOOR_OUTCOMES, string[], Update, Effect> = {
    open: (done, { by }) => (done.push(`opened by ${by}`), 'applied'),
    lock: (done, { key }) => (done.push(`locked with ${key}`), Promise.resolve('applied')),
  };
  return [await applyOutcome(DOOR_OUTCOMES, steps, state, ran, update), ...ran];
}

describe('an outcome', () => {
  it('runs the step in the cell of its state, with the update', async () => {
    expect(await apply('closed', { outcome: 'opened', by: 'Eve' })).toEqual(['applied', 'opened by Eve']);
    expect(await apply('closed', { outcome: 'locked', key: 'K' })).toEqual(['applied', 'locked with K']);
  });

  it('has the effect in the cell of its state when the cell names no step', async () => {
    expect(await apply('open', { outcome: 'opened', by: 'Eve' })).toEqual(['duplicate']);
    expect(await apply('open', { outcome: 'locked', key: 'K' })).toEqual(['too_late']);
  });

  it('throws an error when the table has no such cell', async () => {
    const noCell = 'The outcome table has no cell for ';
    await expect(apply('ajar' as 'open', { outcome: 'locked', key: 'K' })).rejects.toThrow(`${noCell}locked in state ajar`);
    await expect(apply('open', { outcome: 'painted' } as unknown as Update)).rejects.toThrow(`${noCell}painted in state open`);
  });
});
