import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerRunning } from '../../support/left-running.js';

export type RatesResponse = (response: ServerResponse, day: string) => void;

/** A rate table in the format of the bank. */
export function bankTable(table: string, day: string, rates: Record<string, unknown>, change: object = {}): string {
  const rows = Object.entries(rates).map(([code, mid]) => ({ currency: `waluta ${code}`, code, mid }));
  return JSON.stringify([{ table, no: `225/${table}/NBP/2026`, effectiveDate: day, rates: rows, ...change }]);
}

/** A fake of Narodowy Bank Polski: responds for each table and day as a test sets, and otherwise that there is no table. */
export class CentralBank {
  /** The requested tables and days, such as `A/2026-11-20`. */
  readonly asked: string[] = [];
  private readonly answers = new Map<string, RatesResponse>();

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

  /** @param day null: any day. */
  says(table: string, day: string | null, answer: string | RatesResponse): void {
    const send: RatesResponse =
      typeof answer === 'string' ? (response) => response.setHeader('content-type', 'application/json').end(answer) : answer;
    this.answers.set(`${table}/${day ?? '*'}`, send);
  }

  forget(): void {
    this.answers.clear();
    this.asked.length = 0;
  }

  readonly close = registerRunning('a central bank', async () => {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  });

  private listener(): RequestListener {
    return (request, response) => {
      const [, table = '', day = ''] =
        /^\/api\/exchangerates\/tables\/([AB])\/(\d{4}-\d\d-\d\d)\/\?format=json$/.exec(request.url ?? '') ?? [];
      this.asked.push(`${table}/${day}`);
      const answer = this.answers.get(`${table}/${day}`) ?? this.answers.get(`${table}/*`);
      if (answer) answer(response, day);
      else response.writeHead(404, { 'content-type': 'text/plain' }).end('404 NotFound - Not Found - Brak danych');
    };
  }
}
