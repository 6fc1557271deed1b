import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ListRequest } from '../../../common/pagination/list.request.js';
import { fieldErrors } from '../../../common/validation/field-errors.js';
import { choiceFilter } from './filters/choice-filter.js';
import { flagFilter } from './filters/flag-filter.js';
import { momentFilter } from './filters/moment-filter.js';
import { textFilter } from './filters/text-filter.js';
import { defineList, type FilterValuesOf } from './list.js';
import { ListFilters } from './list-filters.decorator.js';

@Entity('parcel')
class Parcel {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  shop: string;

  @Column('text')
  state: string;

  @Column('integer')
  weight: number;

  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}

const PARCEL_LIST = defineList(Parcel, {
  name: 'parcels',
  scope: 'shop',
  columns: ['id'],
  countedBy: { filter: 'state', sql: 'state', statusOf: (state: string) => state },
  filters: {
    state: choiceFilter('state', { label: 'state', values: ['ready', 'gone'] as const, description: 'Where it is.' }),
    class: choiceFilter('weight', { label: 'class', values: [1, 5] as const }),
    note: textFilter('state', { label: 'note', max: 3 }),
    from: textFilter('state', {
      label: 'from',
      documentedPattern: /^\+?\d+$/,
      read: (text) => /^\+?(\d+)$/.exec(text)?.[1] ?? null,
      rejectionMessage: 'The from must be digits.',
    }),
    sent: flagFilter('sentAt', { label: 'sent', asPresence: true }),
    since: momentFilter({ label: 'since', rangeEnd: 'from' }),
  },
  pageSize: 20,
});
@ListFilters(PARCEL_LIST)
class ParcelListRequest extends ListRequest {
  override filter?: FilterValuesOf<typeof PARCEL_LIST>;
}

function read(query: Record<string, unknown>): { filter: unknown; errors: unknown } {
  const options = { excludeExtraneousValues: true, exposeUnsetFields: false }; // as the validation pipe reads a query
  const request = plainToInstance(ParcelListRequest, query, options);
  return { filter: request.filter, errors: fieldErrors(validateSync(request, { stopAtFirstError: true })) };
}

const MOMENT_MESSAGE =
  'The since must be a valid date and time with its offset, such as 2026-11-21T13:05:09+01:00 or 2026-11-21T12:05:09.123Z.';

describe('the filters of a list request', () => {
  it.each([
    ['state', 'ready', 'ready'],
    ['class', '5', 5],
    ['note', '', ''],
    ['from', '007', '007'],
    ['from', ' 48', ' 48'],
    ['sent', '1', true],
    ['sent', 'false', false],
    ['since', '2026-11-21T13:05:09+01:00', '2026-11-21T13:05:09+01:00'],
    ['since', '2026-11-21T13:05:09 01:00', '2026-11-21T13:05:09+01:00'],
    ['since', '2026-11-21T13:05:09Z', '2026-11-21T13:05:09Z'],
    ['since', '2026-11-21T13:05:09.123456 01:00', '2026-11-21T13:05:09.123456+01:00'],
  ])('accept filter[%s]=%s', (name, text, value) => {
    expect(read({ filter: { [name]: text } })).toEqual({ filter: { [name]: value }, errors: {} });
  });

  it.each([
    ['state', 'lost', 'The state must be one of ready, gone.'],
    ['class', '2', 'The class must be one of 1, 5.'],
    ['class', ['1'], 'The class must be one of 1, 5.'],
    ['note', 'long', 'The note must be text of at most 3 characters without control characters.'],
    ['note', { a: '1' }, 'The note must be text of at most 3 characters without control characters.'],
    ['from', '7a', 'The from must be digits.'],
    ['from', '  7', 'The from must be digits.'],
    ['from', ['7'], 'The from must be digits.'],
    ['sent', 'maybe', 'The sent must be true or false.'],
    ['sent', 'constructor', 'The sent must be true or false.'],
    ['since', '2026-11-21', MOMENT_MESSAGE],
    ['since', '2026-11-21T13:05:09', MOMENT_MESSAGE],
    ['since', '2026-02-30T13:05:09Z', MOMENT_MESSAGE],
    ['since', ['2026-11-21T13:05:09Z'], MOMENT_MESSAGE],
  ])('reject filter[%s]=%j', (name, value, message) => {
    expect(read({ filter: { [name]: value } }).errors).toEqual({ [`filter.${name}`]: [message] });
  });

  it.each([
    'ready',
    '',
    ['ready'],
    [],
    {},
    { unknown: '1' },
    { state: 'ready', unknown: '1' },
    { constructor: 'x' },
    { hasOwnProperty: 'x' },
    JSON.parse('{ "__proto__": { "state": "x" } }') as unknown,
  ])('reject filter=%j, with the names of the list’s filters', (filter) => {
    const message = 'A filter is given as filter[name]=value with one of the names state, class, note, from, sent, since.';
    expect(read({ filter })).toEqual({ filter: expect.anything(), errors: { filter: [message] } });
  });

  it('are undefined when the request has none', () => {
    expect(read({})).toEqual({ filter: undefined, errors: {} });
  });

  it('do not replace the parameters that all lists have', () => {
    expect(read({ page: '0' }).errors).toEqual({ page: ['The page must be a whole number of at least 1.'] });
  });
});
