import type { HttpClient } from './http-client.js';

export interface Buyer {
  http: HttpClient;
  token: string;
  /** The id of an online payment service. */
  serviceId: string;
}

/**
 * Creates a payment that its payer pays with a BLIK code on the gateway's page. The sandbox acquirer accepts the code immediately.
 * @returns the id of the payment
 */
export async function createAndPay({ http, token, serviceId }: Buyer, amount: number, more: object = {}): Promise<string> {
  const path = `/payment/${serviceId}/transactions`;
  const { body } = await http.post(path, { token, body: { amount, ...more } });
  const id = body.data.transactionId as string;
  const form = new URLSearchParams({ channel: 'blik', code: '777123' });
  const { status } = await fetch(`${http.baseUrl}/pay/${id}/method`, { method: 'POST', redirect: 'manual', body: form });
  const payment = await http.get(`${path}/${id}`, { token });
  if (payment.body.data.status !== 'transaction_paid')
    throw new Error(`The payment is not paid: the payer’s form got ${status}, and the payment is ${payment.text}`);
  return id;
}
