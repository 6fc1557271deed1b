import { ApiPropertyOptional } from '@nestjs/swagger';
import { AliasSubscriptionResponse } from '../subscription.responses.js';
import { AliasResponse, type AliasColumns } from '../../blik-aliases/alias.response.js';

export class ListedAliasResponse extends AliasResponse {
  @ApiPropertyOptional({ type: AliasSubscriptionResponse, description: 'Of a PAYID.' })
  subscription?: AliasSubscriptionResponse;

  static of(alias: AliasColumns, subscription: AliasSubscriptionResponse | undefined, zone: string): ListedAliasResponse {
    return { ...AliasResponse.from(alias, zone), ...(subscription && { subscription }) };
  }
}
