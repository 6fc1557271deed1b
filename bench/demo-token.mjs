import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PRODUCTS = ['directbilling', 'sms', 'payment'];

/** Waits until the demo partner has its services, which happens just after the gateway begins to listen. @param url of the gateway */
export async function demoToken(dataDir, url) {
  for (;;) {
    try {
      const token = readFileSync(join(dataDir, 'demo-token'), 'utf8').trim();
      const headers = { authorization: `Bearer ${token}` };
      const hasService = async (product) => {
        const response = await fetch(`${url}/${product}`, { headers });
        const { data } = await response.json();
        return response.ok && data.length > 0;
      };
      if ((await Promise.all(PRODUCTS.map(hasService))).every(Boolean)) return token;
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
