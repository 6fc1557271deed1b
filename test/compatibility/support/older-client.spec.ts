import { describe, expect, it } from '@jest/globals';
import { PAGES } from './common-reads.js';
import { unreadableValues, type Reads } from './older-client.js';

describe('the values that a client cannot read', () => {
  it.each<[string, unknown, Reads, number]>([
    ['members of an object that is missing', { success: true, data: [] }, PAGES, Object.keys(PAGES).length],
    ['a member of a missing object', { success: true }, { 'data.number': 'whole' }, 1],
    ['a member of null', { data: null }, { 'data.number': 'whole' }, 1],
    ['a member of a missing body', undefined, { 'data.number': 'whole' }, 1],
    ['an element of an empty list', { data: [] }, { 'data[].id': 'text' }, 1],
    ['an element that is null', { data: [{ id: 'a' }, null] }, { 'data[].id': 'text' }, 1],
    ['a value of another kind in one of the elements', { data: [{ id: 'a' }, { id: 1 }] }, { 'data[].id': 'text' }, 1],
    ['null for a parent that is read as an object', { data: { a: null } }, { 'data.a': 'object', 'data.a.b': 'text' }, 2],
    ['a missing parent that may be null', { data: {} }, { 'data.a': 'object|null', 'data.a.b': 'text' }, 2],
    ['a parent that may be missing, without its member', { data: { a: {} } }, { 'data.a': 'object?', 'data.a.b': 'text' }, 1],
  ])('include %s', (_, body, reads, problems) => expect(unreadableValues(body, reads)).toHaveLength(problems));

  it.each<[string, unknown, Reads]>([
    ['values of the declared kinds', { data: [{ id: 'a', at: null }] }, { 'data[].id': 'text', 'data[].at': 'moment|null' }],
    ['a member of a parent that may be null', { data: { a: null } }, { 'data.a': 'object|null', 'data.a.b': 'text' }],
    ['members of a parent that may be missing', { data: [{}] }, { 'data[].a': 'object?', 'data[].a.b': 'text', 'data[].a.b.c': 'text' }],
    ['an empty list of which no element is read', { data: [] }, { data: 'list' }],
  ])('do not include %s', (_, body, reads) => expect(unreadableValues(body, reads)).toEqual([]));
});
