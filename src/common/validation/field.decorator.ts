import { applyDecorators } from '@nestjs/common';
import { Expose, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { FieldMetadata } from './field-metadata.js';

export type RequestClass = abstract new () => object;

/** What a field of a request holds: one value, a list of values, an object with fields of its own, or a list of those. */
export type FieldShape = 'value' | 'decimal' | 'values' | 'as it came' | { object: () => RequestClass } | { list: () => RequestClass };

const shapes = new FieldMetadata<FieldShape>();
const shaped = (shape: FieldShape): PropertyDecorator => shapes.noting(shape);

/** A field of a request that holds one value: text, a number or a boolean. Rules say which. */
export const Field = (): PropertyDecorator => applyDecorators(Expose(), shaped('value'));

/** A field that holds a number of any length, such as a quantity. It is rounded to a double, so it must not hold money. */
export const DecimalField = (): PropertyDecorator => applyDecorators(Expose(), shaped('decimal'));

/** A field that holds a list of values. Rules say what each may be. */
export const ValuesField = (): PropertyDecorator => applyDecorators(Expose(), shaped('values'));

/** A field that holds an object. */
export const ObjectField = (of: () => RequestClass): PropertyDecorator =>
  applyDecorators(Expose(), ValidateNested(), Type(of), shaped({ object: of }));

/** A field that holds a list of objects. */
export const ListField = (of: () => RequestClass): PropertyDecorator =>
  applyDecorators(Expose(), ValidateNested({ each: true }), Type(of), shaped({ list: of }));

/** A field that is not copied into the request: its rules read the raw body. */
export const RawField = (): PropertyDecorator => shaped('as it came');

/** The fields that a class of requests declares, inherited ones included. */
export const fieldsOf = (requestClass: object): ReadonlyMap<string, FieldShape> => shapes.of(requestClass);
