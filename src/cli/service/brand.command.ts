import { readFile } from 'node:fs/promises';
import { DataSource } from 'typeorm';
import { LOCALES } from '../../common/locale.js';
import { type Logo, LogoError, readLogo } from '../../platform/partners/brand/logo.js';
import { ServiceBrandQuery } from '../../platform/partners/brand/service-brand.query.js';
import { SetServiceBrand } from '../../platform/partners/brand/set-service-brand.service.js';
import { changeCommand } from '../command.js';
import { argument, flag, givenValues, option } from '../inputs.js';
import { recordResult } from '../output/result.js';
import { UserError } from '../user-error.js';
import { parseServiceId } from '../values/identifiers.js';
import { parseAccent, parseContact, parseHttpsUrl, parseName } from '../values/names.js';
import { requireService } from '../values/require-existing.js';

export const brand = changeCommand({
  description: 'show or change the brand of a service on the payers’ pages; omitted options change nothing',
  takes: {
    id: argument('<id>', 'service id', parseServiceId),
    name: option('--name <name>', 'instead of the partner’s name', parseName),
    logoFile: option('--logo <file>', 'SVG or PNG of at most 32 KB, shown 40 pixels high on light and dark'),
    accent: option('--accent <colour>', 'of buttons and links, such as #0b6354', parseAccent),
    language: option('--language <language>', 'for payers whose browser accepts no language of the pages', LOCALES),
    contact: option('--contact <address>', 'where payers reach the shop: an e-mail or https address', parseContact),
    withdrawalUrl: option(
      '--withdrawal-url <url>',
      'where payers withdraw from the contract with the shop: an https address, shown on receipts',
      parseHttpsUrl,
    ),
    clear: flag('--clear', 'remove all settings of the brand'),
  },
  examples: [
    'service brand 0f3a9c21',
    `service brand 0f3a9c21 --name "Game points" --logo logo.svg --accent '#4b3aa8' --contact help@shop.example`,
    'service brand 0f3a9c21 --clear',
  ],
  async run({ app }, { id, clear, logoFile, ...settings }) {
    await requireService(app, id);
    const changes = givenValues({ ...settings, logo: logoFile === undefined ? undefined : await readLogoFile(logoFile) });
    await app.get(DataSource).transaction(async (tx) => {
      if (clear) await app.get(SetServiceBrand).clear(tx, id);
      if (Object.keys(changes).length > 0) await app.get(SetServiceBrand).run(tx, id, changes);
    });
    const { brand: stored } = await app.get(ServiceBrandQuery).shop(id);
    return recordResult({
      id,
      name: stored?.name ?? null,
      logo: stored?.logo ? `${stored.logo.type} ${stored.logo.hash}` : null,
      accent: stored?.accent ?? null,
      language: stored?.language ?? null,
      contact: stored?.contact ?? null,
      withdrawal_url: stored?.withdrawalUrl ?? null,
    });
  },
});

async function readLogoFile(path: string): Promise<Logo> {
  const content = await readFile(path).catch(() => {
    throw new UserError(`The file ${path} cannot be read.`);
  });
  try {
    return readLogo(content);
  } catch (error) {
    throw error instanceof LogoError ? new UserError(error.message) : error;
  }
}
