import { describe, expect, it } from '@jest/globals';
import { operatorText } from './operator-text.js';

describe('a description in an operator’s SMS', () => {
  it.each([
    ['as it is', 'A golden sword', 'A golden sword'],
    ['with Polish letters and prices', 'Złoty miecz (12,30 zł) – 2 szt.', 'Złoty miecz (12,30 zł) – 2 szt.'],
    ['in one line', 'Line one\r\nYour code:\t000000\u2028end', 'Line one Your code: 000000 end'],
    ['without links', 'Pay https://evil.example/x?y=1 now', 'Pay now'],
    ['without links that have no scheme', 'See evil.example/pay or www.evil.example', 'See or'],
    ['without links in other scripts', 'Wejdź na пример.рф szybko', 'Wejdź na szybko'],
    ['in the order it reads', 'abc\u202Edef\u2066ghi\u2069', 'abcdefghi'],
    ['without what cannot be seen', 'sw\u200bord\u00ad', 'sword'],
  ])('%s', (_, given, shown) => expect(operatorText(given)).toBe(shown));

  it.each([null, '', ' \n', 'https://evil.example', '\u202e'])('is left out when nothing remains of %j', (given) =>
    expect(operatorText(given)).toBeNull(),
  );
});
