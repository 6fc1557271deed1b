import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import type { HttpClient } from './http-client.js';

export interface Payer {
  /** Chooses an operator and a number. The operator sends a code. */
  chooseOperator(operator?: string, phone?: string): Promise<number>;
  enterCode(code?: string): Promise<number>;
  requestNewCode(): Promise<number>;
  enterOtherNumber(): Promise<number>;
  readPageState(): Promise<string>;
  /** Chooses an operator and enters the code that numbers starting with 48500 always get. Throws when a step is rejected. */
  charge(phone?: string, operator?: string): Promise<void>;
  /** Does the steps of `charge`. If the world has a sandbox, operators then send at once the callbacks that they would send later. */
  pay(phone?: string, operator?: string): Promise<void>;
}

/**
 * A payer whose browser sends forms. Each step returns the HTTP status: 303 means accepted, 422 means that the page shows an error.
 * @param address the payer's IP address, for a gateway that trusts the test as a proxy. The gateway limits the codes per address and hour.
 */
export function payerOf(world: { http: HttpClient; sandbox?: RunningSandbox }, transactionId: string, address?: string): Payer {
  const base = `${world.http.baseUrl}/pay/directbilling/${transactionId}`;
  const headers: Record<string, string> = address === undefined ? {} : { 'X-Forwarded-For': address };
  const submit = async (step: string, fields: Record<string, string> = {}): Promise<number> =>
    (await fetch(`${base}/${step}`, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' })).status;
  const payer: Payer = {
    chooseOperator: (operator = 'orange', phone = '500600700') => submit('number', { operator, phone }),
    enterCode: (code = '123456') => submit('code', { code }),
    requestNewCode: () => submit('resend'),
    enterOtherNumber: () => submit('change'),
    readPageState: async () => ((await (await fetch(`${base}/status`)).json()) as { state: string }).state,
    async charge(phone, operator) {
      const statuses = [await payer.chooseOperator(operator, phone), await payer.enterCode()];
      if (statuses.some((status) => status !== 303))
        throw new Error(`The payer's steps failed, their statuses are ${statuses.join(' and ')}`);
    },
    async pay(phone, operator) {
      await payer.charge(phone, operator);
      await world.sandbox?.deliverCallbacks('all');
    },
  };
  return payer;
}
