import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import '../../src/api.module.js';
import { DomainError, type FieldErrors } from '../../src/common/errors/domain-error.js';
import { fieldsOf } from '../../src/common/validation/field.decorator.js';
import { InputValidationPipe } from '../../src/runtime/http/input-validation.pipe.js';

interface Nested {
  target: new () => object;
  propertyName: string;
  type: string;
}

/** Every field of every request that is judged by the rules of another class. */
const rules = Reflect.get(getMetadataStorage(), 'validationMetadatas') as ReadonlyMap<unknown, readonly Nested[]>;
const NESTED = [...rules.values()].flat().filter(({ type }) => type === 'nestedValidation');

async function errorsOf({ target, propertyName }: Nested, value: unknown): Promise<FieldErrors> {
  const type = propertyName === 'filter' ? 'query' : 'body';
  const refusal: unknown = await new InputValidationPipe()
    .transform({ [propertyName]: value }, { type, metatype: target })
    .catch((error) => error);
  return (refusal instanceof DomainError && refusal.details.errors) || {};
}

describe('what is no object, where one is meant', () => {
  it('may stand in many fields', () => expect(NESTED.length).toBeGreaterThan(20));

  it.each(NESTED.map((nested) => [nested.target.name, nested.propertyName, nested] as const))(
    'is refused in our own words: %s.%s',
    async (_, name, nested) => {
      const shape = fieldsOf(nested.target).get(name) ?? 'value';
      const isList = typeof shape === 'object' && 'list' in shape;
      const wrong = isList ? [[[]], [[1]], [[{}]], [null], ['x'], [5], [true]] : ['x', 5, true, [1], ['x'], [[]], [{}]];
      for (const value of wrong) {
        const errors = await errorsOf(nested, value);
        expect([value, errors[isList ? `${name}.0` : name]]).toEqual([value, [expect.stringMatching(/^(?:The|A) [^]+\.$/)]]);
        expect(
          Object.values(errors)
            .flat()
            .filter((sentence) => /nested property|each value in/.test(sentence)),
        ).toEqual([]);
      }
    },
  );
});
