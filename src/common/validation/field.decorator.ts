import { applyDecorators } from '@nestjs/common';
import { Expose, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { FieldMetadata } from './field-metadata.js';

export type RequestClass = abstract new () => object;

/** What a field of a request contains: one value, a list of values, an object with its own fields, or a list of such objects. */
export type FieldShape = 'value' | 'decimal' | 'values' | 'as it came' | { object: () => RequestClass } | { list: () => RequestClass };

const shapes = new FieldMetadata<FieldShape>();
const withShape = (shape: FieldShape): PropertyDecorator => shapes.noting(shape);

/** A field with one value: text, a number or a boolean. The rules of the field check the type. */
export const Field = (): PropertyDecorator => applyDecorators(Expose(), withShape('value'));

/** A field with a number of any length, such as a quantity. The number is rounded to a double, so the field must not contain money. */
export const DecimalField = (): PropertyDecorator => applyDecorators(Expose(), withShape('decimal'));

/** A field with a list of values. The rules of the field check each value. */
export const ValuesField = (): PropertyDecorator => applyDecorators(Expose(), withShape('values'));

/** A field with an object. */
export const ObjectField = (of: () => RequestClass): PropertyDecorator =>
  applyDecorators(Expose(), ValidateNested(), Type(of), withShape({ object: of }));

/** A field with a list of objects. */
export const ListField = (of: () => RequestClass): PropertyDecorator =>
  applyDecorators(Expose(), ValidateNested({ each: true }), Type(of), withShape({ list: of }));

/** A field that is not copied into the request, because its rules read the raw body. */
export const RawField = (): PropertyDecorator => withShape('as it came');

/** The fields that a request class declares, including inherited fields. */
export const fieldsOf = (requestClass: object): ReadonlyMap<string, FieldShape> => shapes.of(requestClass);
