import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { IsText } from '../../../../common/validation/characters.js';
import { OptionalField } from '../../../../common/validation/optional-field.decorator.js';
import { IsDisplayText } from '../../../../common/validation/display-text.decorator.js';

/** Fields that requests for a payment and for a payment link have in common. */
export const CurrencyField = (): PropertyDecorator =>
  applyDecorators(
    OptionalField({ type: String, pattern: '^[A-Z]{3}$', nullable: true, example: 'PLN', description: '`PLN` unless given.' }),
    Matches(/^[A-Z]{3}$/, { message: 'The currency must be three capital letters, such as PLN.' }),
  );

export const DescriptionField = (): PropertyDecorator =>
  applyDecorators(
    OptionalField({ type: String, maxLength: 64, nullable: true, example: 'A golden sword', description: 'Shown on the payment page.' }),
    IsDisplayText('description', 64),
  );

export const ControlField = (description: string): PropertyDecorator =>
  applyDecorators(OptionalField({ type: String, maxLength: 255, nullable: true, example: 'order-1', description }), IsText('control', 255));
