import { type Command, Option } from 'commander';
import { formatAmount } from '../../../common/money/amount.js';
import { OPERATORS, type Operator } from '../../../connectors/operators/operator.port.js';
import { ChangeTariffService, type TariffChanges } from '../../../products/direct-billing/commission/change-tariff.service.js';
import type { TierShares } from '../../../products/direct-billing/commission/tariff.js';
import { TariffListQuery } from '../../../products/direct-billing/commission/tariff-list.query.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { UserError } from '../../user-error.js';
import { parsePositiveAmount } from '../../values/amounts.js';
import { parseServiceId } from '../../values/identifiers.js';
import { parseShares } from './shares.js';
import { requireService } from '../../values/require-service.js';
import { tariffAnswer } from './tariff.answer.js';

interface Options {
  operator?: Operator;
  shares?: TierShares;
  max?: number;
  enable?: true;
  disable?: true;
}

export function addServiceTariff(service: Command, runner: CommandRunner): void {
  service
    .command('tariff')
    .description('show or set the commission of a DirectBilling service at each operator')
    .argument('<id>', 'service id', parseServiceId)
    .addOption(new Option('--operator <operator>', 'only at this operator (default: at all)').choices(OPERATORS))
    .option('--shares <percent>', 'share of the net price for gross below 9.00, 9.00 to 24.99, and from 25.00', parseShares)
    .option('--max <amount>', `largest gross price in PLN, such as ${formatAmount(10_000)}`, parsePositiveAmount)
    .option('--enable', 'offer the operator to payers')
    .addOption(new Option('--disable', 'offer it no longer').conflicts('enable'))
    .addHelpText('after', '\nTransactions that exist already keep the rates they were made with.')
    .addHelpText(
      'after',
      examples(
        'service tariff 0f3a9c21',
        'service tariff 0f3a9c21 --operator orange --shares 30,30,25.5 --max 50.00',
        'service tariff 0f3a9c21 --operator plus --disable',
      ),
    )
    .action(
      runner.action(async (session, id: string, options: Options) => {
        const app = await session.application();
        const { area } = await requireService(app, id);
        if (area !== 'directbilling') throw new UserError(`Service ${id} belongs to ${area}; only DirectBilling services have a tariff.`);
        const operators = options.operator ? [options.operator] : OPERATORS;
        const changes = changesOf(options);
        if (Object.keys(changes).length > 0) await app.get(ChangeTariffService).run(id, operators, changes);
        const tariffs = await app.get(TariffListQuery).of(id);
        return tariffAnswer(
          id,
          tariffs.filter(({ operator }) => operators.includes(operator)),
        );
      }),
    );
}

function changesOf({ shares, max, enable, disable }: Options): TariffChanges {
  return {
    ...(shares && { sharesBp: shares }),
    ...(max !== undefined && { maxGrossMinor: max }),
    ...((enable ?? disable) && { enabled: enable === true }),
  };
}
