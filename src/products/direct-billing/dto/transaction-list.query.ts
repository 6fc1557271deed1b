import { ApiHideProperty } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { IsIn, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IsText } from '../../../common/validation/characters.js';
import { DIRECT_BILLING_STATUSES, type DirectBillingStatus } from '../transactions/transaction-transitions.js';

export class TransactionFilter {
  @Expose()
  @IsOptional()
  @IsIn([...DIRECT_BILLING_STATUSES], { message: `The status must be one of ${DIRECT_BILLING_STATUSES.join(', ')}.` })
  status?: DirectBillingStatus;

  @Expose()
  @IsOptional()
  @IsText('phone number', 32)
  phoneNumber?: string;

  @Expose()
  @IsOptional()
  @IsText('control', 128)
  control?: string;
}

export class TransactionListRequest extends PageQuery {
  @ApiHideProperty() // documented as filter[…] on the route
  @Expose()
  @IsOptional()
  @IsObject({ message: 'A filter is given as filter[name]=value.' })
  @ValidateNested()
  @Type(() => TransactionFilter)
  filter?: TransactionFilter;
}
