import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { readPayerIdentifier } from '../../src/platform/personal-data/payer-identifier.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const withoutMention = async (identifier: string, text: string): Promise<string> =>
  (
    await client.query<{ text: string }>('SELECT without_mention($1, $2) AS text', [
      text,
      readPayerIdentifier(identifier)?.identifierPattern,
    ])
  ).rows[0]?.text ?? '';

describe('the identifier of a payer who requests erasure', () => {
  it.each(['500600700', '+48500600700', '48500600700', '0048 500 600 700', ' +48 500-600-700 ', '(48) 500.600.700'])(
    'may be a Polish number in any spelling: %j',
    (text) => expect(readPayerIdentifier(text)).toMatchObject({ kind: 'phone', value: '48500600700' }),
  );
  it('may be a number of another country, with its country code', () =>
    expect(readPayerIdentifier('+49 151 23456789')).toMatchObject({ kind: 'phone', value: '4915123456789' }));
  it('may be an e-mail address in any case', () =>
    expect(readPayerIdentifier(' Jan@Example.COM')).toMatchObject({ kind: 'email', value: 'jan@example.com' }));
  it.each(['', '12345', '50060070', '0500600700', 'jan', 'jan@', '@example.com', 'jan@example', '500600700x', '1234567890123456'])(
    'is rejected when it is neither a phone number nor an e-mail address: %j',
    (text) => expect(readPayerIdentifier(text)).toBeNull(),
  );
});

describe('a mention of a number', () => {
  it.each([
    ['500600700', 'erased'],
    ['48500600700', 'erased'],
    ['+48500600700', 'erased'],
    ['0048500600700', 'erased'],
    ['call +48 500 600 700 now', 'call erased now'],
    ['call 500-600-700, or 500.600.700!', 'call erased, or erased!'],
    ['(48) 500/600/700', '(erased'],
    ['{"phone":"500600700","n":5}', '{"phone":"erased","n":5}'],
    ['https://shop.example/?phone=%2B48500600700&a=1', 'https://shop.example/?phone=erased&a=1'],
    ['https://shop.example/?phone=500%20600%20700', 'https://shop.example/?phone=erased'],
    ['phone%3D500600700', 'phone%3Derased'],
    ['phone%20500600700', 'phone%20erased'],
    ['tel500600700x', 'telerasedx'],
  ])('is found in %j', async (text, rest) => expect(await withoutMention('500600700', text)).toBe(rest));

  it.each(['1500600700', '5006007001', '49500600700', '48500600701', '500\n600700', '50060070', '600700'])(
    'is not found in %j, which is another number',
    async (text) => expect(await withoutMention('500600700', text)).toBe(text),
  );

  it('of another country is found only with its country code', async () => {
    expect(await withoutMention('+4915123456789', 'a +49 151 23456789 b 004915123456789')).toBe('a erased b erased');
    expect(await withoutMention('+4915123456789', '15123456789')).toBe('15123456789');
  });
});

describe('a mention of an e-mail address', () => {
  const email = 'jan.nowak+shop@example.com';
  it.each([
    ['jan.nowak+shop@example.com', 'erased'],
    ['Jan.Nowak+Shop@EXAMPLE.com', 'erased'],
    ['to <jan.nowak+shop@example.com>.', 'to <erased>.'],
    ['{"email":"jan.nowak+shop@example.com"}', '{"email":"erased"}'],
    ['?mail=jan.nowak%2Bshop%40example.com&a=1', '?mail=erased&a=1'],
    ['mail%3Djan.nowak%2bshop%40example.com', 'mail%3Derased'],
  ])('is found in %j', async (text, rest) => expect(await withoutMention(email, text)).toBe(rest));

  it.each([
    'marjan.nowak+shop@example.com',
    'x.jan.nowak+shop@example.com',
    'jan.nowak+shop@example.com.pl',
    'jan.nowak+shop@example.community',
    'janxnowak+shop@example.com',
    'jan.nowak+shop@examplexcom',
    'jan.nowak@example.com',
  ])('is not found in %j, which is another e-mail address', async (text) => expect(await withoutMention(email, text)).toBe(text));

  it('with special characters of regular expressions is matched literally', async () => {
    expect(await withoutMention("o'brien|.*{2}$^@example.com", "o'brien|.*{2}$^@example.com o'brien")).toBe("erased o'brien");
    expect(await withoutMention("o'brien|.*@example.com", 'anybody@example.com')).toBe('anybody@example.com');
    expect(await withoutMention('żuk@example.com', 'ŻUK@example.com, ?mail=%C5%BCuk%40example.com')).toBe('erased, ?mail=erased');
  });
});

describe('JSON with a phone number as a number', () => {
  it('is still valid JSON after erasure', async () => {
    const { rows } = await client.query<{ a: unknown; b: unknown }>(
      `SELECT json_without_mention('{"a": 500600700}', $1) AS a, json_without_mention('{"a": "x 500600700", "b": 5.00}', $1) AS b`,
      [readPayerIdentifier('500600700')?.identifierPattern],
    );
    expect(rows[0]).toEqual({ a: {}, b: { a: 'x erased', b: 5 } });
  });
});
