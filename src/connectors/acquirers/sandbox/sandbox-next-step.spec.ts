import { describe, expect, it } from '@jest/globals';
import { toNextStep } from './sandbox-next-step.js';

const NONE = { kind: 'none' };
const EXPIRES = '2026-11-21T12:00:00.000Z';

describe('the payer’s next step', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '//elsewhere', 'http://', 7, null])('never sends the payer to %j', (url) => {
    expect(toNextStep({ type: 'REDIRECT', url }, {})).toEqual(NONE);
    expect(toNextStep({ type: 'QR', payload: 'x', url, expires: EXPIRES }, {})).toMatchObject({ kind: 'display', url: null });
  });

  it('is none when the acquirer’s action is invalid', () => {
    for (const action of [
      {},
      { type: 'DANCE' },
      { type: 'QR', payload: 'x', expires: 'soon' },
      { type: 'QR', payload: 'x', expires: '2030-01-01T00:00:00' },
      { type: 'CONFIRM_IN_APP', until: 5 },
    ])
      expect(toNextStep(action, {})).toEqual(NONE);
  });

  it('offers only the apps that have a key and a label', () => {
    const alternatives = [{ key: 'a', label: 'A' }, { key: 'b' }, null, 'c', { key: 1, label: 'D' }];
    expect(toNextStep({ type: 'ENTER_CODE' }, { alternatives })).toEqual({ kind: 'needsCode', alternatives: [{ key: 'a', label: 'A' }] });
    expect(toNextStep({ type: 'ENTER_CODE' }, { alternatives: 'none' })).toEqual({ kind: 'needsCode', alternatives: [] });
  });
});
