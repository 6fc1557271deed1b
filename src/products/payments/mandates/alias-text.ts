import { applyDecorators } from '@nestjs/common';
import { NoCardNumber } from '../../../common/validation/card-number.js';
import { Rule } from '../../../common/validation/characters.js';
import { TextField, type FieldOptions } from '../../../common/validation/fields.js';
import { MAX_LABEL_LENGTH, MAX_VALUE_LENGTH } from './alias-limits.js';

const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;
const LINE_BREAK_OR_TAB = /[\t\n\r\u0085\u2028\u2029]/;

/** A bank's app shows the text on one line, so it needs a visible character and must have no line break or tab. */
const LineField = (max: number, options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    TextField(max, { minLength: 1, ...options }),
    Rule(
      'isReadableLine',
      (value) => typeof value !== 'string' || (VISIBLE.test(value) && !LINE_BREAK_OR_TAB.test(value)),
      'The $property must be one line of text that is not empty.',
    ),
  );

/** The name of an alias in the payer's app. */
export const AliasLabelField = (description: string): PropertyDecorator =>
  LineField(MAX_LABEL_LENGTH, { optional: true, example: 'Books of the month', description });

/** The name of a mandate's alias in the payer's app. */
export const MandateLabelField = (): PropertyDecorator => applyDecorators(AliasLabelField('Shown in the payer’s app.'), NoCardNumber());

/** The partner's identifier of the payer. */
export const AliasValueField = (options: FieldOptions): PropertyDecorator =>
  LineField(MAX_VALUE_LENGTH, { example: 'customer-7', ...options });
