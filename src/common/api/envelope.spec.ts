import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { envelope, pagedEnvelope } from './envelope.js';

const URL_OF_LIST =
  'https://gateway.example/payment/e65c7519/transactions?filter%5Bstatus%5D=transaction_paid&filter[control]=a%26b&page=3&perPage=10';
const block = (total: number, page: number, size: number, url = URL_OF_LIST) =>
  pagedEnvelope({ rows: ['a'], total }, { page, size, newestFirst: true }, url, (row) => row.toUpperCase()).pagination;

describe('the envelope', () => {
  it('of one record contains success and data', () => {
    expect(envelope({ id: 1 })).toEqual({ success: true, data: { id: 1 } });
  });

  it('of a page contains the mapped rows and the pagination block', () => {
    const page = pagedEnvelope(
      { rows: ['a', 'b'], total: 12 },
      { page: 2, size: 10, newestFirst: true },
      'https://gateway.example/sms',
      (row) => ({ row }),
    );
    expect(page).toEqual({
      success: true,
      data: [{ row: 'a' }, { row: 'b' }],
      pagination: {
        total: 12,
        count: 2,
        per_page: 10,
        current_page: 2,
        total_pages: 2,
        links: { next_page: null, prev_page: 'https://gateway.example/sms?page=1' },
      },
    });
  });

  it('links to the next and the previous page with all filters', () => {
    const { next_page: next, prev_page: previous } = block(100, 3, 10).links;
    for (const [link, number] of [
      [next, '4'],
      [previous, '2'],
    ] as const) {
      const { origin, pathname, searchParams } = new URL(link ?? '');
      expect(origin + pathname).toBe('https://gateway.example/payment/e65c7519/transactions');
      expect(Object.fromEntries(searchParams)).toEqual({
        'filter[status]': 'transaction_paid',
        'filter[control]': 'a&b',
        page: number,
        perPage: '10',
      });
    }
  });

  it('has no links to pages that do not exist', () => {
    expect(block(0, 1, 15).links).toEqual({ next_page: null, prev_page: null });
    expect(block(0, 9, 15)).toMatchObject({ total_pages: 0, links: { next_page: null, prev_page: null } });
    expect(block(15, 1, 15).links).toEqual({ next_page: null, prev_page: null });
  });

  it('links from a page after the end to the last page', () => {
    expect(block(31, 50, 15).links).toMatchObject({ next_page: null, prev_page: expect.stringContaining('page=3') });
  });

  it('contains links that lead from the first page to every row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 100 }), (total, size) => {
        let page = 1;
        for (let link = block(total, page, size).links.next_page; link; link = block(total, page, size).links.next_page)
          page = Number(new URL(link).searchParams.get('page'));
        expect(page * size).toBeGreaterThanOrEqual(total);
        expect(page).toBe(Math.max(1, block(total, 1, size).total_pages));
      }),
    );
  });
});
