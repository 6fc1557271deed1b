import { applyDecorators } from '@nestjs/common';
import { IsISO31661Alpha2 } from 'class-validator';
import { CodeField, Field, TextField, type FieldOptions } from '../../../../common/validation/fields.js';

/** Fields that several requests or their parts have in common. */
export const CurrencyField = (): PropertyDecorator =>
  CodeField(/^[A-Z]{3}$/, 'The currency must be three capital letters, such as PLN.', {
    optional: true,
    example: 'PLN',
    description: '`PLN` unless given.',
  });

export const DescriptionField = (): PropertyDecorator =>
  TextField(64, { optional: true, displayed: true, example: 'A golden sword', description: 'Shown on the payment page.' });

export const ControlField = (description: string): PropertyDecorator => TextField(255, { optional: true, example: 'order-1', description });

/** A country, converted to capitals because codes are compared and signed in one form. */
export const CountryField = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    IsISO31661Alpha2({ message: 'The $property must be an ISO 3166-1 country code of two letters, such as PL.' }),
    Field({
      type: String,
      normalize: (code) => code.toUpperCase(),
      example: 'PL',
      description: 'ISO 3166-1 alpha-2, in any case; kept in capitals.',
      ...options,
    }),
  );
