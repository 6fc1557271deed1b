import { describe, expect, it } from '@jest/globals';
import { operatorText } from './operator-text.js';

describe('the description in the SMS of an operator', () => {
  it.each([
    ['keeps plain text', 'A golden sword', 'A golden sword'],
    ['keeps Polish letters and prices', 'Złoty miecz (12,30 zł) – 2 szt.', 'Złoty miecz (12,30 zł) – 2 szt.'],
    ['is one line', 'Line one\r\nYour code:\t000000\u2028end', 'Line one Your code: 000000 end'],
    ['has no links', 'Pay https://evil.example/x?y=1 now', 'Pay now'],
    ['has no links without a scheme', 'See evil.example/pay or www.evil.example', 'See or'],
    ['has no links in other scripts', 'Wejdź na пример.рф szybko', 'Wejdź na szybko'],
    ['has no characters that change the direction of text', 'abc\u202Edef\u2066ghi\u2069', 'abcdefghi'],
    ['has no invisible characters', 'sw\u200bord\u00ad', 'sword'],
  ])('%s', (_, description, expected) => expect(operatorText(description)).toBe(expected));

  it.each([null, '', ' \n', 'https://evil.example', '\u202e'])('is left out when nothing remains of %j', (description) =>
    expect(operatorText(description)).toBeNull(),
  );
});
