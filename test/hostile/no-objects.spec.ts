import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import '../../src/api.module.js';
import { DomainError, type FieldErrors } from '../../src/common/errors/domain-error.js';
import { fieldsOf } from '../../src/common/validation/declared-fields.js';
import { InputValidationPipe } from '../../src/runtime/http/input-validation.pipe.js';

interface Nested {
  target: new () => object;
  propertyName: string;
  type: string;
}

const SRC = join(import.meta.dirname, '../../src');
const SOURCES = (readdirSync(SRC, { recursive: true }) as string[]).filter((file) => /(?<!spec)\.ts$/.test(file));
/** Classes of the program. The metadata storage also has classes of other suites if they ran in this process before. */
const CLASSES = new Set(
  SOURCES.flatMap((file) => [...readFileSync(join(SRC, file), 'utf8').matchAll(/^(?:export )?class (\w+)/gm)].map(([, name]) => name)),
);

/** Every field of all requests whose value is validated by the rules of another class. */
const rules = Reflect.get(getMetadataStorage(), 'validationMetadatas') as ReadonlyMap<unknown, readonly Nested[]>;
const NESTED = [...rules.values()].flat().filter(({ type, target }) => type === 'nestedValidation' && CLASSES.has(target.name));

async function errorsOf({ target, propertyName }: Nested, value: unknown): Promise<FieldErrors> {
  const type = propertyName === 'filter' ? 'query' : 'body';
  const rejection: unknown = await new InputValidationPipe()
    .transform({ [propertyName]: value }, { type, metatype: target })
    .catch((error) => error);
  return (rejection instanceof DomainError && rejection.details.errors) || {};
}

describe('a value that is not an object, in a field for objects', () => {
  it('is possible in more than 25 fields', () => expect(NESTED.length).toBeGreaterThan(25));

  it('is rejected with the gateway’s own message', async () => {
    for (const nested of NESTED) {
      const { target, propertyName } = nested;
      const shape = fieldsOf(target).get(propertyName)?.shape ?? 'value';
      const isList = typeof shape === 'object' && 'list' in shape;
      const invalidValues = isList ? [[[]], [[1]], [[{}]], [null], ['x'], [5], [true]] : ['x', 5, true, [1], ['x'], [[]], [{}]];
      for (const value of invalidValues) {
        const errors = await errorsOf(nested, value);
        const field = isList ? `${propertyName}.0` : propertyName;
        expect([target.name, field, value, errors[field]]).toEqual([
          target.name,
          field,
          value,
          [expect.stringMatching(/^(?:The|A) [^]+\.$/)],
        ]);
        expect(
          Object.values(errors)
            .flat()
            .filter((message) => /nested property|each value in/.test(message)),
        ).toEqual([]);
      }
    }
  });
});
