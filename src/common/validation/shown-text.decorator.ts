import { applyDecorators } from '@nestjs/common';
import { IsText } from './characters.js';
import { FieldNotes } from './field-notes.js';

/** How long texts may be that lose nothing but length when they are cut. */
export const shownTexts = new FieldNotes<number>();

/** A text of at most `max` characters that people only look at: names and places as payers typed them, not words that anybody agrees to. */
export const IsShownText = (label: string, max: number): PropertyDecorator => applyDecorators(IsText(label, max), shownTexts.noting(max));
