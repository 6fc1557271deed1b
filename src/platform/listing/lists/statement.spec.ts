import { describe, expect, it } from '@jest/globals';
import { Parameters } from './parameters.js';
import { statementName, statement } from './statement.js';

describe('a statement’s name', () => {
  it('is readable, and not longer than PostgreSQL allows', () => {
    expect(statementName(['things', 'newest', 'note index'])).toBe('things newest note index');
    const long = statementName(['directbilling.transactions', 'newest', 'matched', 'status index', 'phoneNumber index']);
    expect([long.length, long.startsWith('directbilling.transactions newest matched')]).toEqual([63, true]);
  });

  it('differs for different parts, also when it is shortened', () => {
    const parts = ['directbilling.transactions', 'newest', 'matched', 'status index', 'phoneNumber index'];
    const names = ['control index', 'control look', 'size look'].map((last) => statementName([...parts, last]));
    expect(new Set(names).size).toBe(3);
  });

  it('is absent when the statement is planned for its values', () => {
    expect(statement('SELECT 1', new Parameters('for the values'), ['a'])).toEqual({ text: 'SELECT 1', values: [] });
    expect(statement('SELECT 1', new Parameters('once'), ['a'])).toEqual({ text: 'SELECT 1', values: [], name: 'a' });
  });
});
