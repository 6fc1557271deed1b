import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runCommandWith } from '../../cli/cli-world.js';
import { freePort } from '../../support/free-port.js';
import { until } from '../../support/until.js';
import type { World } from '../../support/world.js';
import { ROOT } from './code-blocks.js';

/** The command line of each example shop. */
const PROGRAMS = {
  python: () => ['python3', join(ROOT, 'examples/python/shop.py')],
  typescript: () => [process.execPath, '--import', join(ROOT, 'test/support/typescript.mjs'), join(ROOT, 'examples/typescript/shop.ts')],
  php: (port: number) => ['php', '-S', `127.0.0.1:${port}`, join(ROOT, 'examples/php/shop.php')],
};
export type Language = keyof typeof PROGRAMS;
export const LANGUAGES = Object.keys(PROGRAMS) as Language[];

export const isLanguageInstalled = (language: Language): boolean => spawnSync(PROGRAMS[language](0)[0] ?? '', ['--version']).status === 0;

const NO_RESPONSE = 599;

export interface ExampleShop {
  url: string;
  token: string;
  serviceId: string;
  /** Sends a form, or a GET without `form`. Status 599 means that the shop does not respond, `text` is then the output of its errors. */
  requestShop: (path: string, form?: Record<string, string>) => Promise<{ status: number; text: string; location: string | null }>;
  stop: () => void;
}

/**
 * Creates a partner with the command line, and starts the shop with the token, the service and the secret of the output.
 * @param folder for the shop's data
 */
export async function startExampleShop(world: World, language: Language, folder: string): Promise<ExampleShop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const create = ['partner', 'create', language, '--sells', 'payment', '--notify-url', `${url}/notify`, '--json'];
  const { token, services } = JSON.parse((await runCommandWith(world.settings, create)).out) as {
    token: string;
    services: { id: string; webhook_secret: string }[];
  };
  const { id: serviceId = '', webhook_secret: secret } = services[0] ?? {};
  const [program = '', ...argv] = PROGRAMS[language](port);
  const env = { ...process.env, GATEWAY: world.http.baseUrl, TOKEN: token, SERVICE: serviceId, WEBHOOK_SECRET: secret };
  const shopSettings = { PORT: String(port), SHOP: url, KEPT: join(folder, `${language}.json`) };
  const shop: ChildProcess = spawn(program, argv, { env: { ...env, ...shopSettings }, stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  shop.stderr?.on('data', (text: Buffer) => (errorOutput += String(text)));
  const requestShop: ExampleShop['requestShop'] = async (path, form) => {
    const body = form && { method: 'POST', body: new URLSearchParams(form) };
    const response = await fetch(url + path, { redirect: 'manual', ...body }).catch(
      () => new Response(errorOutput, { status: NO_RESPONSE }),
    );
    return { status: response.status, text: await response.text(), location: response.headers.get('location') };
  };
  await until(
    () => requestShop('/'),
    ({ status }) => status === 200,
  );
  return { url, token, serviceId, requestShop, stop: () => void shop.kill() };
}
