import { describe, expect, it } from '@jest/globals';
import { Expose } from 'class-transformer';
import { IsOptional, IsString } from 'class-validator';
import { Field } from '../../common/validation/field.decorator.js';
import { OptionalObject } from '../../common/validation/optional-field.decorator.js';
import { InputValidationPipe } from './input-validation.pipe.js';

class LabelsRequest {
  @Field()
  @IsOptional()
  @IsString()
  first?: string;
}

class ThingRequest {
  @Field()
  @IsOptional()
  name?: string;

  @OptionalObject(() => LabelsRequest, 'The labels must be an object.')
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

class NeedyRequest {
  @Expose()
  @IsString()
  page: string;
}

const ask = (query: object): Promise<unknown> => new InputValidationPipe().transform(query, { type: 'query', metatype: ListedRequest });

describe('a query', () => {
  it('may have parameters that nobody knows, which are ignored', async () =>
    expect(await ask({ page: '2', odd: '1' })).toEqual({ page: '2' }));

  it.each([{ filters: { status: 'x' } }, { filter: { status: 'x' }, page: '2', sort: ['x'] }, { where: {} }])(
    'may not have them in brackets: %j',
    async (query) => {
      const name = Object.keys(query).at(-1) ?? '';
      const sentence = `The parameter ${name}[…] is not known. A filter is given as filter[name]=value.`;
      await expect(ask(query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { errors: { [name]: [sentence] } } });
    },
  );

  it('may have an empty text, for its rules to judge', async () => expect(await ask({ page: '' })).toEqual({ page: '' }));

  it('may have none, each time, unless its class needs one', async () => {
    const pipe = new InputValidationPipe();
    for (const time of ['first', 'second']) {
      const request: unknown = await pipe.transform({}, { type: 'query', metatype: ListedRequest });
      expect([time, request, Object.keys(request as object)]).toEqual([time, expect.any(ListedRequest), []]);
      const needy = pipe.transform({}, { type: 'query', metatype: NeedyRequest });
      await expect(needy).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
  });

  it('may have those that are known', async () => expect(await ask({ filter: { status: 'x' } })).toEqual({ filter: { status: 'x' } }));
});

describe('a request', () => {
  it('takes over what its class declares, and nothing by the name of a prototype', async () => {
    const request = await read('{"name":"x","odd":1,"constructor":{"name":"y"},"__proto__":{"odd":2}}');
    expect(request).toBeInstanceOf(ThingRequest);
    expect(Object.entries(request)).toEqual([['name', 'x']]);
    expect((request as { odd?: number }).odd).toBeUndefined();
  });

  it('has nothing for an empty text, and for an empty list where an object is meant', async () => {
    expect(Object.entries(await read('{"name":"","labels":[]}'))).toEqual([
      ['name', null],
      ['labels', null],
    ]);
    expect(Object.entries(await read('{"labels":""}'))).toEqual([['labels', null]]);
  });

  it.each(['[1]', '"text"', '5', '{"first":{"a":1}}', '{"first":[]}'])('refuses an object that is %s', async (labels) => {
    await expect(read(`{"labels":${labels}}`)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
