import { describe, expect, it } from '@jest/globals';
import type { ProviderResponse } from '../../http/provider-request.js';
import { toAliasResult, toMandatePollResult, toMandateStartResult, toMandateResult } from './sandbox-mandate.mapping.js';

const responseWith = (status: number, text: string): ProviderResponse => ({ outcome: 'answered', status, text });

describe('a mandate of the simulated acquirer', () => {
  it.each([
    [{ state: 'WAITING' }, { outcome: 'pending' }],
    [{ state: 'ACTIVE' }, { outcome: 'active' }],
    [{ state: 'EXPIRED' }, { outcome: 'expired' }],
    [
      { state: 'REVOKED', endedBy: 'PAYER' },
      { outcome: 'revoked', by: 'payer' },
    ],
    [
      { state: 'REVOKED', endedBy: 'SCHEME' },
      { outcome: 'revoked', by: 'scheme' },
    ],
    [
      { state: 'REVOKED', endedBy: 'MERCHANT' },
      { outcome: 'revoked', by: 'merchant' },
    ],
    [
      { state: 'FAILED', cause: 'BLIK_CODE_NOT_SUPPORTED' },
      { outcome: 'failed', reason: 'not_supported' },
    ],
    [
      { state: 'FAILED', cause: 'NEWS' },
      { outcome: 'failed', reason: 'other', rawCode: 'NEWS' },
    ],
    [{ state: 'REVOKED', endedBy: 'NEIGHBOUR' }, { outcome: 'unknown' }],
    [{ state: 'REVOKED' }, { outcome: 'unknown' }],
    [{ state: 'active' }, { outcome: 'unknown' }],
    [{}, { outcome: 'unknown', providerRef: null, appKey: null, next: { kind: 'none' } }],
  ])('with the members %j has the outcome %j', (members, result) => expect(toMandateResult(members)).toMatchObject(result));

  it('has a known outcome only in a response with the status 200', () => {
    const body = '{"id":"1","state":"ACTIVE"}';
    expect(toMandatePollResult(responseWith(200, body))).toMatchObject({ outcome: 'active', providerRef: '1' });
    for (const status of [201, 302, 404, 409, 500, 503]) expect(toMandatePollResult(responseWith(status, body)).outcome).toBe('unknown');
  });

  it('is refused only when the response contains the acquirer’s own error code', () => {
    expect(toMandateStartResult(responseWith(400, '{"result":"MALFORMED"}'))).toMatchObject({ outcome: 'failed', reason: 'other' });
    expect(toMandateStartResult(responseWith(400, '<html>'))).toMatchObject({ outcome: 'unknown' });
    expect(toMandateStartResult(responseWith(409, '{"error":"REFERENCE_USED"}'))).toMatchObject({ outcome: 'unknown' });
    expect(toMandateStartResult({ outcome: 'not_sent' })).toEqual({ outcome: 'not_sent' });
  });
});

describe('an alias of the simulated acquirer', () => {
  it.each([
    [
      { state: 'ACTIVE', app: 'morski', expires: '2030-01-01T00:00:00.000Z' },
      { outcome: 'active', appKey: 'morski', expiresAt: new Date('2030-01-01') },
    ],
    [
      { state: 'ACTIVE', app: 7, expires: 'soon' },
      { outcome: 'active', appKey: null, expiresAt: null },
    ],
    [{ state: 'REVOKED', endedBy: 'PAYER' }, { outcome: 'unregistered' }],
    [{ state: 'EXPIRED' }, { outcome: 'expired' }],
    [{ state: 'WAITING' }, { outcome: 'pending' }],
    [
      { state: 'FAILED', cause: 'ALIAS_DECLINED' },
      { outcome: 'failed', reason: 'alias_declined', rawCode: 'ALIAS_DECLINED' },
    ],
    [{ state: 'GONE' }, { outcome: 'unknown' }],
  ])('with the members %j has the outcome %j', (members, result) => expect(toAliasResult(members)).toMatchObject(result));
});
