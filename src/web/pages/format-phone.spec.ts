import { describe, expect, it } from '@jest/globals';
import { formatPhone, maskPhone } from './format-phone.js';

describe('phone numbers', () => {
  it.each(['48500600700', '+48500600700', '500600700'])('are formatted in groups (%s)', (number) =>
    expect(formatPhone(number)).toBe('+48\u00a0500\u00a0600\u00a0700'),
  );
  it('have a hidden middle group when masked', () => expect(maskPhone('48500600700')).toBe('+48\u00a0500\u00a0•••\u00a0700'));
  it('keep the leading digits of a national number that starts with 48', () =>
    expect(formatPhone('48480600700')).toBe('+48\u00a0480\u00a0600\u00a0700'));
});
