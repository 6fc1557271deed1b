import { ApiHideProperty } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsOptional, Matches, ValidateNested } from 'class-validator';
import { PageQuery, toNumber } from '../../../common/pagination/page-query.js';
import { IsText } from '../../../common/validation/characters.js';
import { SHORT_NUMBERS } from '../numbers/catalogue.js';

const SWITCH: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
const toBoolean = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? (SWITCH[value] ?? value) : value);

export class SmsTransactionFilter {
  @Expose()
  @IsOptional()
  @Matches(/^\+?\d{1,15}$/, { message: 'The from must be a phone number of at most 15 digits.' })
  from?: string;

  @Expose()
  @IsOptional()
  @IsText('code', 64)
  code?: string;

  @Expose()
  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean({ message: 'The used must be true or false.' })
  used?: boolean;

  @Expose()
  @IsOptional()
  @Transform(toNumber)
  @IsIn([...SHORT_NUMBERS], { message: `The send_number must be one of ${SHORT_NUMBERS.join(', ')}.` })
  send_number?: number;
}

export class SmsTransactionListRequest extends PageQuery {
  @ApiHideProperty() // documented as filter[…] on the route
  @Expose()
  @IsOptional()
  @IsObject({ message: 'A filter is given as filter[name]=value.' })
  @ValidateNested()
  @Type(() => SmsTransactionFilter)
  filter?: SmsTransactionFilter;
}
