import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { TakesEmptyList } from '../../../common/validation/empty-list.decorator.js';
import { Field } from '../../../common/validation/field.decorator.js';
import { AMOUNT_SCHEMA, IsAmount } from '../../../common/validation/is-amount.decorator.js';

/** Nothing at all asks for all that is left, as an object or, from programs in PHP, as a list. */
@TakesEmptyList()
export class CreateRefundRequest {
  @ApiPropertyOptional({
    ...AMOUNT_SCHEMA,
    nullable: true,
    example: 12.3,
    description: 'In the currency that was paid in; all that is left when it is not given.',
  })
  @Field()
  @IsOptional()
  @IsAmount()
  amount?: number | null;
}
