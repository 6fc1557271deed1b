import { applyDecorators } from '@nestjs/common';
import { IsText } from './characters.js';
import { FieldMetadata } from './field-metadata.js';

/** Maximum lengths of the texts that may be cut. */
export const displayTexts = new FieldMetadata<number>();

/** A text that is only displayed, such as a name or a place, and may be cut to `max` characters. Not for text that a payer agrees to. */
export const IsDisplayText = (label: string, max: number): PropertyDecorator =>
  applyDecorators(IsText(label, max), displayTexts.noting(max));
