import { ChoiceField, CodeField } from '../../../common/validation/fields.js';
import { SHORT_NUMBERS } from '../numbers/catalogue.js';

export class CheckSmsCodeRequest {
  @CodeField(/^[A-Z0-9]{6}$/, 'The code must have six characters, capital letters A–Z and digits.', {
    example: 'A1B2C3',
    description: 'What the payer received.',
  })
  code: string;

  @ChoiceField(SHORT_NUMBERS, {
    optional: true,
    type: 'integer',
    example: 7055,
    description: 'Number the message must have been sent to; a code of another number counts as unknown.',
  })
  number?: number | null;
}
