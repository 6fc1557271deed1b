import { applyDecorators } from '@nestjs/common';
import { Expose, Transform, type TransformFnParams, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';

export type RequestClass = abstract new () => object;

/** What a field of a request holds: one value, a list of values, any keys, an object with fields of its own, or a list of those. */
export type FieldShape = 'value' | 'values' | 'map' | { object: () => RequestClass } | { list: () => RequestClass };

const shapes = new WeakMap<object, Map<string, FieldShape>>();

/** A field of a request that holds one value: text, a number or a boolean. Rules say which. */
export const Field = (): PropertyDecorator => applyDecorators(Expose(), shaped('value'));

/** A field that holds a list of values. Rules say what each may be. */
export const ValuesField = (): PropertyDecorator => applyDecorators(Expose(), shaped('values'));

/** A field that holds an object. */
export const ObjectField = (of: () => RequestClass): PropertyDecorator =>
  applyDecorators(Expose(), ValidateNested(), Type(of), shaped({ object: of }));

/**
 * A field that holds an object with keys of its sender's. It comes as a `Map`, in which a key may be called anything, `constructor` and
 * `__proto__` too. A rule says what the values may be.
 */
export const MapField = (): PropertyDecorator =>
  applyDecorators(
    Expose(),
    Transform(({ obj, key }: TransformFnParams): unknown => (obj as Record<string, unknown>)[key]),
    shaped('map'),
  );

/** A field that holds a list of objects. */
export const ListField = (of: () => RequestClass): PropertyDecorator =>
  applyDecorators(Expose(), ValidateNested({ each: true }), Type(of), shaped({ list: of }));

/** The fields that a class of requests declares, inherited ones included. */
export function fieldsOf(requestClass: object): ReadonlyMap<string, FieldShape> {
  const chain: object[] = [];
  for (let each: object | null = requestClass; each; each = Object.getPrototypeOf(each) as object | null) chain.unshift(each);
  return new Map(chain.flatMap((each) => [...(shapes.get(each) ?? [])]));
}

function shaped(shape: FieldShape): PropertyDecorator {
  return (target, property) => {
    const own = shapes.get(target.constructor) ?? new Map<string, FieldShape>();
    shapes.set(target.constructor, own.set(String(property), shape));
  };
}
