import { applyDecorators } from '@nestjs/common';
import { IsText } from './characters.js';
import { FieldMetadata } from './field-metadata.js';

/** Maximum lengths of the texts that may be truncated. */
export const displayTexts = new FieldMetadata<number>();

/** A text that is only displayed, such as a name or a city. The text may be truncated to `max` characters. Not for texts of the consent. */
export const IsDisplayText = (label: string, max: number): PropertyDecorator =>
  applyDecorators(IsText(label, max), displayTexts.decorate(max));
