import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerRunning } from '../../support/left-running.js';

export type RatesHandler = (response: ServerResponse, day: string) => void;

/** A rate table in the JSON format of Narodowy Bank Polski. `change` replaces members of the table. */
export function bankTable(table: string, day: string, rates: Record<string, unknown>, change: object = {}): string {
  const rows = Object.entries(rates).map(([code, mid]) => ({ currency: `waluta ${code}`, code, mid }));
  return JSON.stringify([{ table, no: `225/${table}/NBP/2026`, effectiveDate: day, rates: rows, ...change }]);
}

/** A fake of Narodowy Bank Polski. It sends the response that a test sets for a table and day, and otherwise 404. */
export class CentralBank {
  /** The requested tables and days, such as `A/2026-11-20`. */
  readonly requestedTables: string[] = [];
  private readonly handlers = new Map<string, RatesHandler>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<CentralBank> {
    const server = createServer();
    const bank = new CentralBank(server);
    server.on('request', bank.listener());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return bank;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets the response for a table and a day. The day null stands for all days without a response of their own. */
  setRates(table: string, day: string | null, jsonOrHandler: string | RatesHandler): void {
    const handler: RatesHandler =
      typeof jsonOrHandler === 'string'
        ? (response) => response.setHeader('content-type', 'application/json').end(jsonOrHandler)
        : jsonOrHandler;
    this.handlers.set(`${table}/${day ?? '*'}`, handler);
  }

  resetRates(): void {
    this.handlers.clear();
    this.requestedTables.length = 0;
  }

  readonly close = registerRunning('a central bank', async () => {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  });

  private listener(): RequestListener {
    return (request, response) => {
      const [, table = '', day = ''] =
        /^\/api\/exchangerates\/tables\/([AB])\/(\d{4}-\d\d-\d\d)\/\?format=json$/.exec(request.url ?? '') ?? [];
      this.requestedTables.push(`${table}/${day}`);
      const handler = this.handlers.get(`${table}/${day}`) ?? this.handlers.get(`${table}/*`);
      if (handler) handler(response, day);
      else response.writeHead(404, { 'content-type': 'text/plain' }).end('404 NotFound - Not Found - Brak danych');
    };
  }
}
