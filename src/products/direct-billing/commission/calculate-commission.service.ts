import { Injectable } from '@nestjs/common';
import { invalidField } from '../../../common/errors/domain-error.js';
import { parseAmount } from '../../../common/money/amount.js';
import { type Prices, pricesOf } from './price.js';
import { TariffsQuery } from './tariffs.query.js';

/**
 * Calculates for each operator the lowest price that leaves the partner at least `amount` after commission. A transaction whose `amountType`
 * is `required` gets the same price.
 */
@Injectable()
export class CalculateCommissionService {
  constructor(private readonly tariffs: TariffsQuery) {}

  async run(serviceId: string, amount: string): Promise<Prices> {
    const requiredMinor = parseAmount(amount);
    if (requiredMinor === null) throw invalidField('amount', 'The amount must be a number with at most two decimals.');
    return pricesOf(await this.tariffs.readTariffs(serviceId), 'required', requiredMinor);
  }
}
