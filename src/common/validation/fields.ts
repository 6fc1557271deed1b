import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  Matches,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
} from 'class-validator';
import { MAX_AMOUNT_MINOR } from '../money/amount.js';
import { IsText, Rule } from './characters.js';
import { declareField, type DeclaredField, type FieldShape, type RequestClass } from './declared-fields.js';
import { isAmount } from './is-amount.js';
import { isHttpUrl, MAX_URL_LENGTH } from './is-http-url.js';

/** The description of a field in the OpenAPI document, and what else each decorator below accepts. */
export type FieldOptions = ApiPropertyOptions &
  Pick<DeclaredField, 'normalize'> &
  (
    | {
        /**
         * The field may be missing or null. Its rules are then skipped. `checked` applies them nevertheless, for a rule between fields, such as
         * `uuid` or else `value` and `type`. `not null` rejects null, where null is more likely a mistake than a missing value.
         */
        optional?: true | 'checked' | 'not null';
        nullable?: never;
      }
    | {
        optional?: never;
        /** The field must be present, but its value may be null. */
        nullable: true;
      }
  );

const declared = ({
  optional,
  shape = 'value',
  normalize,
  truncateTo,
  ...schema
}: FieldOptions & Partial<Pick<DeclaredField, 'shape' | 'truncateTo'>>): PropertyDecorator =>
  applyDecorators(
    ...(shape === 'raw' ? [] : [Expose()]),
    ...(optional === true ? [IsOptional()] : []),
    ...(optional === 'not null' ? [ValidateIf((_, value) => value !== undefined)] : []),
    ...(schema.nullable ? [ValidateIf((_, value) => value !== null)] : []),
    (target: object, property: string | symbol) =>
      declareField(target.constructor, {
        name: String(property),
        shape,
        isOptional: optional !== undefined,
        normalize,
        truncateTo,
        maxItems: schema.maxItems,
      }),
    // A schema with `anyOf` names null itself.
    optional
      ? ApiPropertyOptional({ ...(!schema.anyOf && optional !== 'not null' && { nullable: true }), ...schema })
      : ApiProperty(schema),
  );

/**
 * A field of a request's body with one value, or what `shape` says. This decorator has no rule for the value. Rules stand beside it, and the rule
 * nearest to the property is checked first. The decorators below add the rule of a frequent kind of field. Their error messages name the property.
 */
export const Field = (options: FieldOptions & { shape?: FieldShape } = {}): PropertyDecorator => declared(options);

/**
 * A field with text of at most `max` characters. A text that is only `displayed`, such as a name or a city, may be truncated to `max` characters.
 * Texts of the consent must not be truncated.
 */
export const TextField = (max: number, { displayed, minLength, ...options }: FieldOptions & { displayed?: true } = {}): PropertyDecorator =>
  applyDecorators(
    IsText('$property', max),
    declared({ type: String, minLength, maxLength: max, truncateTo: displayed && max, ...options }),
  );

/** A field with text of a certain form, such as a code of six digits. */
export const CodeField = (pattern: RegExp, message: string, options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(Matches(pattern, { message }), Field({ type: String, pattern: pattern.source, ...options }));

/** A field with one of the given values. */
export const ChoiceField = (
  choices: readonly (string | number)[],
  {
    message = `The $property must be ${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')}.`,
    ...options
  }: FieldOptions & { message?: string } = {},
): PropertyDecorator => applyDecorators(IsIn(choices, { message }), Field({ enum: choices, ...options }));

/** A field with true or false. */
export const SwitchField = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(IsBoolean({ message: 'The $property must be true or false.' }), Field({ type: Boolean, ...options }));

/** A field with an amount as a JSON number. `accepts` replaces the check. The OpenAPI schema cannot express the limit of two decimals. */
export const AmountField = ({
  accepts = isAmount,
  ...options
}: FieldOptions & { accepts?: (value: unknown, args: ValidationArguments) => boolean } = {}): PropertyDecorator =>
  applyDecorators(
    Rule('isAmount', accepts, 'The $property must be a number greater than 0 and at most 999999.99, with at most two decimals.'),
    Field({ shape: 'amount', type: Number, format: 'float', minimum: 0.01, maximum: MAX_AMOUNT_MINOR / 100, ...options }),
  );

/**
 * A field with the partner's URL to which the payer returns: absolute, http or https, without credentials.
 * @param page last part of the example URL.
 * @param when completes the text "Where the payer goes …" of the documentation.
 */
export const ReturnUrlField = (page: string, when: string): PropertyDecorator =>
  applyDecorators(
    Rule('isHttpUrl', isHttpUrl, `The $property URL must be an http or https URL of at most ${MAX_URL_LENGTH} characters.`),
    Field({
      optional: true,
      type: String,
      format: 'iri',
      maxLength: MAX_URL_LENGTH,
      example: `https://shop.example/${page}`,
      description: `Where the payer goes ${when}. Letters beyond ASCII may stand in it as they are.`,
    }),
  );

/** A field with an object whose fields `requestClass` declares. @param options `message` is the error when the field contains anything else. */
export const ObjectField = (
  requestClass: () => RequestClass,
  { message = 'The $property must be an object.', ...options }: FieldOptions & { message?: string } = {},
): PropertyDecorator =>
  applyDecorators(
    IsObject({ message }),
    ValidateNested(),
    Type(requestClass),
    Field({ shape: { object: requestClass }, type: () => requestClass(), ...options }),
  );

/** A field with a list of objects whose fields `requestClass` declares. `rejectLongLists` checks `maxItems`. */
export const ListField = (requestClass: () => RequestClass, options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    IsArray({ message: 'The $property must be a list of objects.' }),
    ValidateNested({ each: true }),
    Type(requestClass),
    Field({ shape: { list: requestClass }, type: () => [requestClass()], ...options }),
  );

/**
 * An optional parameter of a query, in which empty text is not the same as an absent parameter. The rules of the parameter stand beside it. It
 * is not declared as a field: a query with a declared field loses its other parameters, such as `filter` and those that `PickType` copies.
 */
export const QueryField = (schema: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(Expose(), IsOptional(), ApiPropertyOptional(schema));
