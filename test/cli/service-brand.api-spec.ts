import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CliWorld, startCliWorld } from './cli-world.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>';

let cli: CliWorld;
let folder: string;
let service: string;
beforeAll(async () => {
  [cli, folder] = await Promise.all([startCliWorld(), mkdtemp(join(tmpdir(), 'brand-'))]);
  const partner = (await cli.json('partner', 'create', 'Shop')).id;
  service = (await cli.json('service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Web shop')).id;
});
afterAll(async () => {
  await cli.drop();
  await rm(folder, { recursive: true });
});

async function writeTestFile(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
const NO_BRAND = { name: null, logo: null, accent: null, language: null, contact: null, withdrawal_url: null };

describe('service brand', () => {
  it('sets the named values, keeps the others, and clears all of them', async () => {
    expect(await cli.json('service', 'brand', service)).toEqual({ id: service, ...NO_BRAND });
    const logo = await writeTestFile('logo.svg', SVG);
    const branded = await cli.json('service', 'brand', service, '--name', 'Game points', '--logo', logo, '--accent', '#4B3AA8');
    expect(branded).toEqual({
      id: service,
      ...NO_BRAND,
      name: 'Game points',
      logo: expect.stringMatching(/^svg [0-9a-f]{64}$/),
      accent: '#4b3aa8',
    });
    const extended = await cli.json('service', 'brand', service, '--language', 'uk', '--contact', 'help@shop.example');
    expect(extended).toEqual({ ...branded, language: 'uk', contact: 'help@shop.example' });
    const withdrawal = await cli.json('service', 'brand', service, '--withdrawal-url', 'https://shop.example/withdraw');
    expect(withdrawal).toEqual({ ...extended, withdrawal_url: 'https://shop.example/withdraw' });
    expect(await cli.json('service', 'brand', service, '--clear', '--name', 'New')).toEqual({ id: service, ...NO_BRAND, name: 'New' });
    expect(await cli.json('service', 'brand', service, '--clear')).toEqual({ id: service, ...NO_BRAND });
  });

  it('rejects a colour that is not readable, and names the nearest readable one', async () => {
    const { code, err } = await cli.run('service', 'brand', service, '--accent', '#ffd400');
    expect(code).toBe(2);
    expect(err).toMatch(/Text in #ffd400 cannot be read .* below 4\.5:1\. The nearest readable colour is #[0-9a-f]{6}\./);
    const [, suggestedColour = ''] = /colour is (#[0-9a-f]{6})/.exec(err) ?? [];
    expect((await cli.json('service', 'brand', service, '--accent', suggestedColour)).accent).toBe(suggestedColour);
  });

  it.each([
    ['evil.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'an element <script>'],
    ['text.svg', 'hello', 'neither a PNG nor an SVG'],
    ['large.svg', SVG.replace('<path', `<!--${'x'.repeat(40_000)}--><path`), 'At most 32768 are allowed'],
  ])('rejects %s as a logo', async (name, content, message) => {
    const { code, err } = await cli.run('service', 'brand', service, '--logo', await writeTestFile(name, content));
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });

  it('rejects invalid values and unknown services', async () => {
    expect((await cli.run('service', 'brand', service, '--logo', join(folder, 'none.svg'))).err).toContain('cannot be read');
    expect((await cli.run('service', 'brand', 'ffffffff', '--name', 'x')).err).toContain('There is no service ffffffff');
    for (const options of [
      ['--contact', 'call me'],
      ['--withdrawal-url', 'http://shop.example/withdraw'],
      ['--withdrawal-url', 'javascript:alert(1)'],
      ['--accent', 'red'],
      ['--language', 'fr'],
    ]) {
      expect((await cli.run('service', 'brand', service, ...options)).code).toBe(2);
    }
  });
});
