import { applyDecorators } from '@nestjs/common';
import { IsText, Rule } from '../../../common/validation/characters.js';
import { MAX_LABEL_LENGTH, MAX_VALUE_LENGTH } from './alias-limits.js';

const SEEN = /[^\s\p{Cc}\p{Cf}]/u;
const MORE_THAN_A_LINE = /[\t\n\r\u0085\u2028\u2029]/;

/** A bank's app shows it on one line, so it must have visible characters and no line break. */
const Line = (name: string, max: number): PropertyDecorator =>
  applyDecorators(
    IsText(name, max),
    Rule(
      'isReadableLine',
      (value) => typeof value !== 'string' || (SEEN.test(value) && !MORE_THAN_A_LINE.test(value)),
      `The ${name} must be one line of text that is not empty.`,
    ),
  );

/** The name of an alias in the payer's app. */
export const IsAliasLabel = (): PropertyDecorator => Line('label', MAX_LABEL_LENGTH);

/** How the partner knows the payer. */
export const IsAliasValue = (): PropertyDecorator => Line('value', MAX_VALUE_LENGTH);
