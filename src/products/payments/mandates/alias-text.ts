import { applyDecorators } from '@nestjs/common';
import { IsText, Rule } from '../../../common/validation/characters.js';
import { MAX_LABEL_LENGTH, MAX_VALUE_LENGTH } from './alias-limits.js';

const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;
const LINE_BREAK_OR_TAB = /[\t\n\r\u0085\u2028\u2029]/;

/** A bank's app shows the text on one line, so it needs a visible character and must have no line break or tab. */
const Line = (name: string, max: number): PropertyDecorator =>
  applyDecorators(
    IsText(name, max),
    Rule(
      'isReadableLine',
      (value) => typeof value !== 'string' || (VISIBLE.test(value) && !LINE_BREAK_OR_TAB.test(value)),
      `The ${name} must be one line of text that is not empty.`,
    ),
  );

/** The name of an alias in the payer's app. */
export const IsAliasLabel = (): PropertyDecorator => Line('label', MAX_LABEL_LENGTH);

/** The partner's identifier of the payer. */
export const IsAliasValue = (): PropertyDecorator => Line('value', MAX_VALUE_LENGTH);
