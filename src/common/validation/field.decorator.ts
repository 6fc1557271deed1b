import { applyDecorators } from '@nestjs/common';
import { Expose, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { FieldMetadata } from './field-metadata.js';

export type RequestClass = abstract new () => object;

/**
 * What a field of a request contains: one value, a number of any length, a list of values, an object with its own fields, or a list of such
 * objects. A `raw` field is not copied into the request.
 */
export type FieldShape = 'value' | 'decimal' | 'values' | 'raw' | { object: () => RequestClass } | { list: () => RequestClass };

const shapes = new FieldMetadata<FieldShape>();
const withShape = (shape: FieldShape): PropertyDecorator => shapes.decorate(shape);

/** A field with one value: text, a number or a boolean. The rules of the field check the type. */
export const Field = (): PropertyDecorator => applyDecorators(Expose(), withShape('value'));

/** A field with a number of any length, such as a quantity. The number is rounded to a double, so the field must not contain money. */
export const DecimalField = (): PropertyDecorator => applyDecorators(Expose(), withShape('decimal'));

/** A field with a list of values. The rules of the field check each value. */
export const ValuesField = (): PropertyDecorator => applyDecorators(Expose(), withShape('values'));

/** A field with one object, whose fields `requestClass` declares. */
export const ObjectField = (requestClass: () => RequestClass): PropertyDecorator =>
  applyDecorators(Expose(), ValidateNested(), Type(requestClass), withShape({ object: requestClass }));

/** A field with a list of objects, whose fields `requestClass` declares. */
export const ListField = (requestClass: () => RequestClass): PropertyDecorator =>
  applyDecorators(Expose(), ValidateNested({ each: true }), Type(requestClass), withShape({ list: requestClass }));

/** A field that is not copied into the request, because its rules read the raw body. */
export const RawField = (): PropertyDecorator => withShape('raw');

/** The fields that a request class declares, including inherited fields. */
export const fieldsOf = (requestClass: object): ReadonlyMap<string, FieldShape> => shapes.forClass(requestClass);
