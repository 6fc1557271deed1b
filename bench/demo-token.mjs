import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Waits until the demo partner is seeded, which happens just after the gateway begins to listen. @param url of the gateway */
export async function demoToken(dataDir, url) {
  for (;;) {
    try {
      const token = readFileSync(join(dataDir, 'demo-token'), 'utf8').trim();
      const { status } = await fetch(`${url}/directbilling`, { headers: { authorization: `Bearer ${token}` } });
      if (status === 200) return token;
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
