import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsAmountText } from '../../common/validation/is-amount.decorator.js';

export class CalculateRequest {
  @ApiProperty({ type: Number, format: 'float', example: 200, description: 'What the partner wants to receive net, in PLN.' })
  @Expose()
  @IsAmountText()
  amount: string;
}
