import { Module } from '@nestjs/common';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { StoreRateTableService } from './store-rate-table.service.js';
import { RateGauges } from './rate-gauges.js';
import { RateQueries } from './rate.queries.js';
import { RefreshRatesService } from './refresh-rates.service.js';
import { RefreshRatesTask } from './refresh-rates.task.js';
import { ServiceCurrenciesQuery } from './service-currencies.query.js';

const EXPORTED = [RateQueries, RefreshRatesService, ServiceCurrenciesQuery];

/** Exchange rates, and the currencies of a service. */
@Module({
  imports: [ChannelsModule, ConnectorsModule],
  providers: [...EXPORTED, StoreRateTableService, RateGauges, RefreshRatesTask],
  exports: EXPORTED,
})
export class CurrenciesModule {}
