import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readParameters } from '../../src/products/sms/inbound/read-parameters.js';
import { keywordOf } from '../../src/products/sms/inbound/route-message.query.js';
import { readPartnerResponse } from '../../src/products/sms/partner-calls/partner-response.js';

const read = (query: string, body?: Buffer | string, type?: string): Record<string, string> =>
  Object.fromEntries(
    readParameters({
      originalUrl: `/connectors/sms/inbound${query}`,
      body: Buffer.from(body ?? ''),
      headers: { ...(type !== undefined && { 'content-type': type }) },
    }),
  );
const percentEncode = (bytes: Buffer): string => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('the parameters of an inbound message', () => {
  it('come from the query and the body, and those of the body take precedence', () => {
    expect(read('?id=1&from=2', 'id=3&to=4', 'application/x-www-form-urlencoded')).toEqual({ id: '3', from: '2', to: '4' });
    expect(read('?id=1', '{"id": 5, "text": "a", "odd": {"x": 1}, "none": null}', 'application/json')).toEqual({ id: '5', text: 'a' });
  });

  it('are read like URLSearchParams reads them, for any form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (form) => {
        const query = form.replaceAll('#', '').replaceAll('charset', '');
        const ascii = [...Buffer.from(query)]
          .map((byte) => (byte > 0x7e || byte < 0x21 ? `%${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte)))
          .join('');
        expect(read(`?${ascii}`)).toEqual(Object.fromEntries(new URLSearchParams(ascii)));
      }),
    );
  });

  it('can have the text in UTF-16 or another charset, because Kannel forwards UCS-2 unchanged', () => {
    const text = 'TC.SKLEP zażółć 🎮';
    expect(read(`?id=1&text=${percentEncode(utf16be(text))}&charset=UTF-16BE&from=%C5%BC`)).toEqual({
      id: '1',
      text,
      charset: 'UTF-16BE',
      from: 'ż',
    });
    expect(read('', `text=${percentEncode(utf16be(text))}&charset=UTF-16BE`, 'application/x-www-form-urlencoded')).toMatchObject({ text });
    expect(read('', `text=${percentEncode(Buffer.from([0xbf]))}`, 'application/x-www-form-urlencoded; charset=iso-8859-2')).toMatchObject({
      text: 'ż',
    });
    expect(read('', Buffer.from('text=ż'), 'text/plain')).toMatchObject({ text: 'ż' });
    expect(read(`?text=${percentEncode(Buffer.from('ż'))}&charset=8-BIT`)).toMatchObject({ text: 'ż' });
    expect(read('?text=%D8%3C&charset=UTF-16BE')).toMatchObject({ text: '\ufffd' });
  });

  it('are text for any input, and reading them never fails', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.uint8Array(),
        fc.constantFrom('application/json', 'text/plain; charset=utf-16le', 'x; charset="', ''),
        (query, body, type) => {
          const parameters = read(`?${query}`, Buffer.from(body), type);
          for (const value of Object.values(parameters)) expect(typeof value).toBe('string');
        },
      ),
    );
  });
});

describe('the keyword of a message', () => {
  it.each([
    ['TC.SKLEP', 'tc.sklep'],
    ['tc.Sklep', 'tc.sklep'],
    ['  \n TC.SKLEP\tx', 'tc.sklep'],
    ['TC.SKLEP.nick.x', 'tc.sklep'],
    ['TC.SKLEP ', 'tc.sklep'],
    ['A-1.b_2', 'a-1.b_2'],
  ])('of %j is %s', (text, keyword) => expect(keywordOf(text)).toBe(keyword));

  it.each([
    '',
    ' ',
    'TC',
    'TC.',
    '.SKLEP',
    'TC SKLEP',
    'TC . SKLEP',
    'TC,SKLEP',
    'x TC.SKLEP',
    'TC.SKLEP!',
    'TC.ŻABA',
    'ТС.SKLEP',
    `${'x'.repeat(33)}.A`,
    'TC..SKLEP',
  ])('is null for %j', (text) => expect(keywordOf(text)).toBeNull());
});

describe('the text of a partner’s response', () => {
  it('fits into one ASCII SMS or is null, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const body of [text, `<sms-response><sms-text>${text}</sms-text></sms-response>`]) {
          expect(readPartnerResponse(body) ?? 'x').toMatch(/^[\x20-\x7e]{1,160}$/);
        }
      }),
    );
  });
});
