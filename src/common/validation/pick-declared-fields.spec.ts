import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { LosslessNumber } from 'lossless-json';
import { AmountField, Field, ListField, ObjectField } from './fields.js';
import { pickDeclaredFields } from './pick-declared-fields.js';

class Item {
  @Field()
  name: string;
}
class Base {
  @Field()
  id: string;
}
class Order extends Base {
  @Field()
  amount: number;

  @ObjectField(() => Item)
  main: Item;

  @ListField(() => Item)
  items: Item[];

  @Field({ shape: 'values' })
  words: string[];
}
class Priced {
  @AmountField()
  price: unknown;
}
const many = Array.from({ length: 1000 }, () => ({}));

describe('a body after picking the declared fields', () => {
  it('contains only the members that the class declares', () => {
    const body = { id: 'a', amount: 5, main: { name: 'x', odd: 1 }, items: [{ name: 'y' }, 3], other: many, constructor: { a: 1 } };
    expect(pickDeclaredFields(body, Order)).toEqual({ id: 'a', amount: 5, main: { name: 'x' }, items: [{ name: 'y' }, 3] });
  });

  it('contains an empty array or object in place of a single value, so that the rules reject it', () => {
    expect(pickDeclaredFields({ id: many, amount: { a: many } }, Order)).toEqual({ id: [], amount: {} });
    expect(pickDeclaredFields({ main: many, items: { 0: many } }, Order)).toEqual({ main: [], items: {} });
    expect(pickDeclaredFields(many, Order)).toEqual([]);
  });

  it('keeps the values of a list, and empties a value that is not a list', () => {
    expect(pickDeclaredFields({ words: ['a', 1, null, many, { a: 1 }] }, Order)).toEqual({ words: ['a', 1, null, [], {}] });
    expect(pickDeclaredFields({ words: { a: many } }, Order)).toEqual({ words: {} });
  });

  it('has the exact amount in place of a number at most 1e-9 away from it, up to the limit of the API', () => {
    const picked = (price: unknown): unknown => (pickDeclaredFields({ price }, Priced) as Priced).price;
    expect([39.97999999999999, 0.1 + 0.2, -1e-17, 5].map(picked)).toEqual([39.98, 0.3, 0, 5]);
    expect(picked(new LosslessNumber('24.949999999999999'))).toBe(24.95);
    for (const digits of ['39.980000001000000001', '1e400', '3.9979999999999997e1']) expect(picked(new LosslessNumber(digits))).toEqual({});
    for (const other of [39.981, -1, 1_000_000.0000000001, NaN, '39.979999999999997', null, true]) expect(picked(other)).toBe(other);
    expect([[5], { a: 5 }].map(picked)).toEqual([[], {}]);
  });

  it('keeps null, but adds no absent or inherited members', () => {
    expect(pickDeclaredFields({ id: null }, Order)).toEqual({ id: null });
    expect(pickDeclaredFields(Object.create({ id: 'inherited' }), Order)).toEqual({});
    expect(pickDeclaredFields(JSON.parse('{"__proto__": {"id": "x"}}'), Order)).toEqual({});
  });
});
