import { readFile } from 'node:fs/promises';
import { Option } from 'commander';
import { DataSource } from 'typeorm';
import { type Locale, LOCALES } from '../../common/locale.js';
import { LogoError, readLogo } from '../../platform/partners/brand/logo.js';
import { ServiceBrandQuery } from '../../platform/partners/brand/service-brand.query.js';
import { type BrandChanges, SetServiceBrand } from '../../platform/partners/brand/set-service-brand.service.js';
import type { CliCommand } from '../cli-command.js';
import { recordResult } from '../output/result.js';
import { UserError } from '../user-error.js';
import { parseServiceId } from '../values/identifiers.js';
import { parseAccent, parseContact, parseHttpsUrl, parseName } from '../values/names.js';
import { requireService } from '../values/require-existing.js';

interface Options {
  name?: string;
  logo?: string;
  accent?: string;
  language?: Locale;
  contact?: string;
  withdrawalUrl?: string;
  clear?: boolean;
}

export function addServiceBrand(service: CliCommand): void {
  service
    .command('brand')
    .changes()
    .description('show or change the brand of a service on the payers’ pages; omitted options change nothing')
    .argument('<id>', 'service id', parseServiceId)
    .option('--name <name>', 'instead of the partner’s name', parseName)
    .option('--logo <file>', 'SVG or PNG of at most 32 KB, shown 40 pixels high on light and dark')
    .option('--accent <colour>', 'of buttons and links, such as #0b6354', parseAccent)
    .addOption(new Option('--language <language>', 'for payers whose browser accepts no language of the pages').choices(LOCALES))
    .option('--contact <address>', 'where payers reach the shop: an e-mail or https address', parseContact)
    .option(
      '--withdrawal-url <url>',
      'where payers withdraw from the contract with the shop: an https address, shown on receipts',
      parseHttpsUrl,
    )
    .option('--clear', 'remove all settings of the brand')
    .examples(
      'service brand 0f3a9c21',
      `service brand 0f3a9c21 --name "Game points" --logo logo.svg --accent '#4b3aa8' --contact help@shop.example`,
      'service brand 0f3a9c21 --clear',
    )
    .withApplication(async ({ app }, id: string, { clear, logo, ...settings }: Options) => {
      await requireService(app, id);
      const changes: BrandChanges = { ...settings, ...(logo !== undefined && { logo: await readLogoFile(logo) }) };
      await app.get(DataSource).transaction(async (tx) => {
        if (clear) await app.get(SetServiceBrand).clear(tx, id);
        if (Object.keys(changes).length > 0) await app.get(SetServiceBrand).run(tx, id, changes);
      });
      const { brand } = await app.get(ServiceBrandQuery).shop(id);
      return recordResult({
        id,
        name: brand?.name ?? null,
        logo: brand?.logo ? `${brand.logo.type} ${brand.logo.hash}` : null,
        accent: brand?.accent ?? null,
        language: brand?.language ?? null,
        contact: brand?.contact ?? null,
        withdrawal_url: brand?.withdrawalUrl ?? null,
      });
    });
}

async function readLogoFile(path: string) {
  const content = await readFile(path).catch(() => {
    throw new UserError(`The file ${path} cannot be read.`);
  });
  try {
    return readLogo(content);
  } catch (error) {
    throw error instanceof LogoError ? new UserError(error.message) : error;
  }
}
