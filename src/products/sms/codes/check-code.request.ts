import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { SHORT_NUMBERS } from '../numbers/catalogue.js';
import { Field } from '../../../common/validation/field.decorator.js';
import { OptionalField } from '../../../common/validation/optional-field.decorator.js';

export class CheckSmsCodeRequest {
  @ApiProperty({ pattern: '^[A-Z0-9]{6}$', example: 'A1B2C3', description: 'What the payer received.' })
  @Field()
  @Matches(/^[A-Z0-9]{6}$/, { message: 'The code must have six characters, capital letters A–Z and digits.' })
  code: string;

  @OptionalField({
    type: 'integer',
    enum: [...SHORT_NUMBERS],
    nullable: true,
    example: 7055,
    description: 'Number the message must have been sent to; a code of another number counts as unknown.',
  })
  @IsIn([...SHORT_NUMBERS], { message: `The number must be one of ${SHORT_NUMBERS.join(', ')}.` })
  number?: number | null;
}
