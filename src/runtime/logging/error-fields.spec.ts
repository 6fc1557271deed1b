import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { createLogger } from './logger.js';

function logError(error: unknown): { text: string; err: Record<string, unknown> } {
  let text = '';
  createLogger('info', { write: (line) => void (text += line) }).error({ err: error }, 'it failed');
  return { text, err: (JSON.parse(text) as { err: Record<string, unknown> }).err };
}

describe('an error in the log', () => {
  const violation = Object.assign(new Error('duplicate key value violates unique constraint "phone_once"'), {
    code: '23505',
    detail: 'Key (phone_number)=(48600600700) already exists.',
    constraint: 'phone_once',
    table: 'phone',
    client: { secretKey: 4711 },
  });

  it('has the constraint that a statement violated, but neither the statement’s parameters nor the row', () => {
    const { text, err } = logError(new QueryFailedError('INSERT INTO phone VALUES ($1)', ['48600600700'], violation));
    expect(err).toEqual({
      type: 'QueryFailedError',
      message: violation.message,
      stack: expect.stringContaining('error-fields.spec'),
      code: '23505',
      constraint: 'phone_once',
      table: 'phone',
    });
    expect(text).not.toMatch(/48600600700|4711|INSERT/);
  });

  it('has its causes and the errors of an AggregateError', () => {
    const { err } = logError(new Error('outer', { cause: violation }));
    expect(err).toMatchObject({
      message: `outer: ${violation.message}`,
      stack: expect.stringContaining('caused by: Error: duplicate key'),
    });
    const { text, err: aggregate } = logError(new AggregateError([violation, new Error('other')], 'none answered'));
    expect(aggregate).toMatchObject({
      message: 'none answered',
      aggregateErrors: [{ code: '23505' }, { message: 'other' }],
    });
    expect(text).not.toMatch(/48600600700|4711/);
  });

  it('may be any thrown value', () => {
    expect(logError('only text').err).toBe('only text');
    expect(logError({ phone: '48600600700', code: 'E_ODD' }).err).toEqual({ code: 'E_ODD' });
    expect(logError(null).err).toBeNull();
  });
});
