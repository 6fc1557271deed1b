import { describe, expect, it } from '@jest/globals';
import { Expose } from 'class-transformer';
import { IsOptional, IsString } from 'class-validator';
import { Field, ObjectField } from '../../common/validation/fields.js';
import { InputValidationPipe } from './input-validation.pipe.js';

class LabelsRequest {
  @Field({ optional: true })
  @IsString()
  first?: string;
}

class ThingRequest {
  @Field({ optional: true })
  name?: string;

  @ObjectField(() => LabelsRequest, { optional: true })
  labels?: LabelsRequest;
}

const read = (json: string): Promise<ThingRequest> =>
  new InputValidationPipe().transform(JSON.parse(json), { type: 'body', metatype: ThingRequest }) as Promise<ThingRequest>;

class ListedRequest {
  @Expose()
  @IsOptional()
  filter?: object;

  @Expose()
  @IsOptional()
  page?: string;
}

class RequiredPageRequest {
  @Expose()
  @IsString()
  page: string;
}

const readQuery = (query: object): Promise<unknown> =>
  new InputValidationPipe().transform(query, { type: 'query', metatype: ListedRequest });

describe('a query', () => {
  it('may have undeclared parameters, which are ignored', async () =>
    expect(await readQuery({ page: '2', odd: '1' })).toEqual({ page: '2' }));

  it.each([{ filters: { status: 'x' } }, { filter: { status: 'x' }, page: '2', sort: ['x'] }, { where: {} }])(
    'is rejected when an undeclared parameter has brackets: %j',
    async (query) => {
      const name = Object.keys(query).at(-1) ?? '';
      const message = `The parameter ${name}[…] is not known. A filter is given as filter[name]=value.`;
      await expect(readQuery(query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { errors: { [name]: [message] } } });
    },
  );

  it('keeps empty text, which its validation rules check', async () => expect(await readQuery({ page: '' })).toEqual({ page: '' }));

  it('may repeatedly have no parameters, unless its class requires one', async () => {
    const pipe = new InputValidationPipe();
    for (const time of ['first', 'second']) {
      const request: unknown = await pipe.transform({}, { type: 'query', metatype: ListedRequest });
      expect([time, request, Object.keys(request as object)]).toEqual([time, expect.any(ListedRequest), []]);
      const withoutPage = pipe.transform({}, { type: 'query', metatype: RequiredPageRequest });
      await expect(withoutPage).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
  });

  it('may have declared parameters with brackets', async () =>
    expect(await readQuery({ filter: { status: 'x' } })).toEqual({ filter: { status: 'x' } }));
});

describe('a request', () => {
  it('has the members that its class declares, and no members with names of the prototype', async () => {
    const request = await read('{"name":"x","odd":1,"constructor":{"name":"y"},"__proto__":{"odd":2}}');
    expect(request).toBeInstanceOf(ThingRequest);
    expect(Object.entries(request)).toEqual([['name', 'x']]);
    expect((request as { odd?: number }).odd).toBeUndefined();
  });

  it('has null for empty text, and for an empty list in place of an object', async () => {
    expect(Object.entries(await read('{"name":"","labels":[]}'))).toEqual([
      ['name', null],
      ['labels', null],
    ]);
    expect(Object.entries(await read('{"labels":""}'))).toEqual([['labels', null]]);
  });

  it.each(['[1]', '"text"', '5', '{"first":{"a":1}}', '{"first":[]}'])(
    'is rejected when it has %s in place of an object',
    async (labels) => {
      await expect(read(`{"labels":${labels}}`)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    },
  );
});
