import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerRunning } from '../support/left-running.js';

export interface ReceivedCall {
  form: Record<string, string>;
  contentType: string | undefined;
}
type Behaviour = (response: ServerResponse, call: ReceivedCall) => void;

/** The response of a partner's program with a text for the payer. */
export const smsResponse = (text: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<sms-response>\n  <sms-text>${text}</sms-text>\n</sms-response>`;

/** A fake of a partner's program: it records partner calls and responds with `behaviour`. */
export class PartnerProgram {
  readonly calls: ReceivedCall[] = [];
  behaviour: Behaviour = (response, { form }) => void response.end(smsResponse(`Thanks for ${form['sms_text']}`));

  private readonly server = createServer((request, response) => void this.receive(request, response));

  static async start(): Promise<PartnerProgram> {
    const program = new PartnerProgram();
    program.server.keepAliveTimeout = 0; // only the gateway closes connections, so that none is closed while the gateway reuses it
    await new Promise<void>((resolve) => program.server.listen(0, '127.0.0.1', resolve));
    return program;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/sms`;
  }

  respondAlwaysWith(status: number, body: string | Buffer, headers: Record<string, string> = {}): void {
    this.behaviour = (response) => void response.writeHead(status, headers).end(body);
  }

  readonly close = registerRunning('a partner’s program', async () => {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  });

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    const call = { form: Object.fromEntries(new URLSearchParams(body)), contentType: request.headers['content-type'] };
    this.calls.push(call);
    this.behaviour(response, call);
  }
}
