import { applyDecorators } from '@nestjs/common';
import { IsText } from './characters.js';
import { FieldNotes } from './field-notes.js';

/** Maximum lengths of the texts that may be cut. */
export const shownTexts = new FieldNotes<number>();

/** A text that is only displayed, such as a name or a place, and may be cut to `max` characters. Not for text that a payer agrees to. */
export const IsShownText = (label: string, max: number): PropertyDecorator => applyDecorators(IsText(label, max), shownTexts.noting(max));
