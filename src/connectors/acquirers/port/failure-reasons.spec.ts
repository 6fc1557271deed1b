import { describe, expect, it } from '@jest/globals';
import { FAILURE_REASONS, reasonOfBlikErrorCode, BLIK_ERROR_CODE_OF } from './failure-reasons.js';

const CONTRACT_CODES =
  'INVALID_BLIK_CODE INVALID_BLIK_CODE_FORMAT BLIK_CODE_EXPIRED BLIK_CODE_CANCELLED BLIK_CODE_USED BLIK_CODE_NOT_SUPPORTED BLIK_CODE_LIMIT ' +
  'PAYER_APP_NOT_ACTIVE PAYER_APP_NOT_FOUND BLIK_GENERAL_ERROR BLIK_TECHNICAL_BREAK INSUFFICIENT_FUNDS LIMIT_EXCEEDED TIMEOUT USER_TIMEOUT ' +
  'AM_TIMEOUT GENERAL_ERROR SYSTEM_ERROR SEC_DECLINED USER_DECLINED TAS_DECLINED ISSUER_DECLINED ALIAS_DECLINED ALIAS_NOT_FOUND ' +
  'ALIAS_NOT_UNIQUE ER_DATAAMT_HUGE';

describe('the failure reasons', () => {
  it('contain each BLIK error code of the contract exactly once', () => {
    const mapped = FAILURE_REASONS.map((reason) => BLIK_ERROR_CODE_OF[reason]).filter((code) => code !== null);
    expect(mapped.toSorted()).toEqual(CONTRACT_CODES.split(' ').toSorted());
  });

  it('are found by their BLIK error code', () => {
    expect(reasonOfBlikErrorCode('ALIAS_NOT_UNIQUE')).toBe('alias_ambiguous');
    expect([reasonOfBlikErrorCode('NOPE'), reasonOfBlikErrorCode('')]).toEqual([null, null]);
  });
});
