import type { Parts } from '../parts.js';
import { KeepRateTableService } from './keep-rate-table.service.js';
import { KnownRatesQuery } from './known-rates.query.js';
import { RateFigures } from './rate-figures.js';
import { ExchangeRatesQuery } from './rates.query.js';
import { RefreshRatesService } from './refresh-rates.service.js';
import { RefreshRatesTask } from './refresh-rates.task.js';
import { ServiceCurrenciesQuery } from './service-currencies.query.js';

export const CURRENCIES_PARTS = {
  exported: [KnownRatesQuery, RefreshRatesService, ServiceCurrenciesQuery],
  inner: [ExchangeRatesQuery, KeepRateTableService, RateFigures, RefreshRatesTask],
} satisfies Parts;
