import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../../src/common/http/signed-message.js';
import { SECRET } from '../support/sandbox-world.js';
import { aCode, aRefund, type AcquirerWorld, anAttempt, started, startAcquirerWorld } from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld({ clockStopped: true });
});
afterAll(() => world.stop());

describe('smoke', () => {
  it('pays by transfer', async () => {
    const connector = world.acquirer();
    const attempt = anAttempt();
    const begun = await connector.start(attempt);
    expect(begun).toMatchObject({ outcome: 'pending', next: { kind: 'redirect' } });
    const known = started(attempt, begun);
    console.log(begun, await connector.ask(known));
    const code = anAttempt({ channel: 'blik' });
    const b = started(code, await connector.start(code));
    console.log(await connector.submitCode(b, aCode('000004')));
    console.log(await connector.submitCode(b, aCode('777123')));
    console.log(await connector.refund(aRefund(b, 100)));
    await world.forward(2);
    console.log(await world.sandbox.deliverReports('due'));
    console.log(world.rawReportsOn(code.reference).map(r=>r.body.toString()));
    expect(signMessage(SECRET,{subject:'',body:''},new Date())).toBeDefined();
  });
});
