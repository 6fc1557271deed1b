import { describe, expect, it } from '@jest/globals';
import { hasFreshSignature, isSignedMessage, type SharedSecret, signMessage, TIMESTAMP_HEADER } from './signed-message.js';

const SECRET = 'a-secret-of-the-test';
const SIGNED_AT = new Date('2026-11-21T12:05:09Z');
const message = { subject: 'POST /operators/play/codes', body: '{"amount":100}' };
const headers = signMessage(SECRET, message, SIGNED_AT);

const acceptsMessage = (changes: { secret?: string; message?: object; headers?: object; now?: Date } = {}): boolean =>
  isSignedMessage(
    changes.secret ?? SECRET,
    { ...message, ...changes.message },
    { ...headers, ...changes.headers },
    changes.now ?? SIGNED_AT,
  );
const laterBy = (ms: number): Date => new Date(SIGNED_AT.getTime() + ms);

describe('a signed message', () => {
  it('is accepted unchanged', () => expect(acceptsMessage()).toBe(true));

  it.each([
    ['300 seconds ago', 300_000, true],
    ['300 seconds and a millisecond ago', 300_001, false],
    ['300 seconds ahead', -300_000, true],
    ['300 seconds and a millisecond ahead', -300_001, false],
  ])('signed %s is accepted: %3$s', (_, ms, expected) => expect(acceptsMessage({ now: laterBy(ms) })).toBe(expected));

  it('has a timestamp in whole seconds, rounded down', () => {
    expect(signMessage(SECRET, message, laterBy(999))).toEqual(headers);
    expect(headers[TIMESTAMP_HEADER]).toBe('1795262709');
  });

  it.each([
    ['another secret', { secret: 'another-secret' }],
    ['another subject', { message: { subject: 'POST /operators/orange/codes' } }],
    ['another body', { message: { body: '{"amount":101}' } }],
    ['a changed time', { headers: { [TIMESTAMP_HEADER]: '1795262710' } }],
    ['a time that is no number', { headers: { [TIMESTAMP_HEADER]: 'NaN' } }],
    ['no time', { headers: { [TIMESTAMP_HEADER]: undefined } }],
  ])('is rejected with %s', (_, changes) => expect(acceptsMessage(changes)).toBe(false));
});

describe('the replacement of a secret', () => {
  const STEPS = [['old'], ['old', 'new'], ['new', 'old'], ['new']] as [string, ...string[]][];
  const isAccepted = (receiver: SharedSecret, sender: SharedSecret): boolean =>
    isSignedMessage(receiver, message, signMessage(sender, message, SIGNED_AT), SIGNED_AT);

  it.each(STEPS.slice(1).map((next, step) => [step + 1, STEPS[step] ?? next, next] as const))(
    'keeps signatures valid in step %d, whichever side is one step ahead',
    (_, current, next) => expect([isAccepted(current, next), isAccepted(next, current)]).toEqual([true, true]),
  );

  it('invalidates the signatures of a secret that was removed', () =>
    expect([isAccepted(['new'], ['old', 'new']), isAccepted(['old'], 'new')]).toEqual([false, false]));
});

describe('signature headers before the body is read', () => {
  const isFresh = (changes: Record<string, string | undefined> = {}, now = SIGNED_AT): boolean =>
    hasFreshSignature({ ...headers, ...changes }, now);

  it('are fresh when both are complete and recent, whatever the signature is', () => {
    expect([isFresh(), isFresh({ 'x-connector-signature': '0'.repeat(64) })]).toEqual([true, true]);
    expect([isFresh({ [TIMESTAMP_HEADER]: undefined }), isFresh({ 'x-connector-signature': 'x' }), isFresh({}, laterBy(300_001))]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
