import { sendProviderRequest } from '../../http/provider-request.js';
import { type RateTableResult, RateSource, type RateTableName } from '../rate-source.port.js';
import { toRateTableResult } from './nbp-table.js';

export interface NbpOptions {
  /** For example `https://api.nbp.pl`. */
  baseUrl: string;
  timeoutMs: number;
}

/** Fetches exchange rates from the public JSON API of Narodowy Bank Polski. */
export class NbpRateSource extends RateSource {
  constructor(private readonly options: NbpOptions) {
    super();
  }

  async tableOf(name: RateTableName, day: string): Promise<RateTableResult> {
    const { baseUrl, timeoutMs } = this.options;
    const url = `${baseUrl.replace(/\/+$/, '')}/api/exchangerates/tables/${name}/${day}/?format=json`;
    const response = await sendProviderRequest({ method: 'GET', url, headers: { accept: 'application/json' }, timeoutMs });
    if (response.outcome !== 'answered') return { outcome: 'unreachable' };
    if (response.status === 404) return { outcome: 'none' };
    if (response.status !== 200) return { outcome: 'unusable', why: `HTTP ${response.status}` };
    return toRateTableResult(response.text, name, day);
  }
}
