import { ApiProperty } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { type PremiumNumber, SHORT_NUMBERS } from './catalogue.js';

export class SmsNumberResponse {
  @ApiProperty({ type: 'integer', enum: [...SHORT_NUMBERS] })
  number: number;

  @ApiProperty({ type: Number, example: 1.23, description: 'Gross price of a message in PLN.' })
  value: number;

  @ApiProperty({ type: Number, example: 1, description: 'Net price of a message in PLN.' })
  value_net: number;

  @ApiProperty({ description: 'Whether the number is for adults only.' })
  adult: boolean;

  static from({ number, grossMinor, netMinor, adult }: PremiumNumber): SmsNumberResponse {
    return { number, value: amountToNumber(grossMinor), value_net: amountToNumber(netMinor), adult };
  }
}
