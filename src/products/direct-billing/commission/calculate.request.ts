import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../common/validation/field.decorator.js';
import { AMOUNT_SCHEMA, IsAmountText } from '../../../common/validation/is-amount.decorator.js';

export class CalculateDirectBillingRequest {
  @ApiProperty({ ...AMOUNT_SCHEMA, example: 200, description: 'What the partner wants to receive net, in PLN.' })
  @Field()
  @IsAmountText()
  amount: string;
}
