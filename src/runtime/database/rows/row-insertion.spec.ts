import { describe, expect, it } from '@jest/globals';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { minorTransformer } from '../minor-transformer.js';
import { insertionOf, type NewRowOf } from './row-insertion.js';
import { type RowOf, selectionOf } from './row-selection.js';

@Entity('thing')
class Thing {
  @PrimaryColumn('bigint')
  id: string;

  @Column('text')
  givenName: string;

  @Column('bigint', { transformer: minorTransformer })
  priceMinor: number;

  @Column('jsonb', { nullable: true })
  details: unknown;
}

@Entity('bag')
class Bag {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { array: true })
  contents: string[];
}

class NoTable {}

const THING_INSERTION = insertionOf(Thing, ['id']);
const THING_SELECTION = selectionOf(Thing, ['id', 'givenName', 'priceMinor']);

describe('the insertion of rows', () => {
  it('is one statement for any number of rows, which can be part of a larger statement', () => {
    expect(THING_INSERTION.parameters).toBe(3);
    expect(THING_INSERTION.insert(4).replace(/\s+/g, ' ').trim()).toBe(
      'INSERT INTO thing (given_name, price_minor, details) SELECT fresh.given_name, fresh.price_minor, fresh.details ' +
        'FROM unnest($4::text[], $5::bigint[], $6::jsonb[]) AS fresh (given_name, price_minor, details)',
    );
  });

  it('passes one array for each column, and JSON as text, because the driver would turn JSON arrays into PostgreSQL arrays', () => {
    const rows = [
      { givenName: 'a', priceMinor: 1, details: [1, 'x'] },
      { givenName: 'b', priceMinor: 2, details: null },
    ];
    expect(THING_INSERTION.values(rows)).toEqual([
      ['a', 'b'],
      [1, 2],
      ['[1,"x"]', null],
    ]);
  });

  it('does not compile when a column is missing', () => {
    type Without<K extends keyof NewRowOf<typeof THING_INSERTION>> =
      Omit<NewRowOf<typeof THING_INSERTION>, K> extends NewRowOf<typeof THING_INSERTION> ? 'compiles' : 'refused';
    const refused: [Without<'givenName'>, Without<'priceMinor'>] = ['refused', 'refused'];
    expect(refused).toHaveLength(2);
  });

  it('rejects columns that are arrays', () => {
    expect(() => insertionOf(Bag)).toThrow('Bag.contents is an array: such rows cannot be inserted together');
  });
});

describe('the selection of columns', () => {
  it('names columns after their properties and converts values to the types of the entity', () => {
    expect(THING_SELECTION.columns('t')).toBe('t.id, t.given_name AS "givenName", t.price_minor AS "priceMinor"');
    const [row] = THING_SELECTION.rows([{ id: '7', givenName: 'a', priceMinor: '12', more: true }]);
    expect(row).toEqual({ id: '7', givenName: 'a', priceMinor: 12, more: true });
    const price: RowOf<typeof THING_SELECTION>['priceMinor'] = 1;
    expect(price).toBe(1);
  });

  it('rejects classes that are not entities and properties that are not columns', () => {
    expect(() => selectionOf(NoTable, [])).toThrow('NoTable is not an entity with a table');
    expect(() => selectionOf(Thing, ['givenname' as 'givenName'])).toThrow('Thing.givenname is not a column');
  });
});
