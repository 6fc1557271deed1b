import { Injectable } from '@nestjs/common';
import { invalidField } from '../../../common/errors/domain-error.js';
import { parseAmount } from '../../../common/money/amount.js';
import { type Prices, pricesOf } from './price.js';
import { TariffsQuery } from './tariffs.query.js';

/** The price at each operator from which the partner receives an amount: the same as of a `required` transaction. */
@Injectable()
export class CalculateCommissionService {
  constructor(private readonly rates: TariffsQuery) {}

  async run(serviceId: string, amount: string): Promise<Prices> {
    const wantedMinor = parseAmount(amount);
    if (wantedMinor === null) throw invalidField('amount', 'The amount must be a number with at most two decimals.');
    return pricesOf(await this.rates.of(serviceId), 'required', wantedMinor);
  }
}
