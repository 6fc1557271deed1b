import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PAYMENT_SCRIPTS } from '../../src/web/checkout/shell/payment-scripts.js';
import { PageOrigin } from '../../src/web/pages/page-origin.js';
import { type StaticAsset, StaticAssets } from '../../src/web/pages/static-assets.js';
import { checkGeneratedSection } from '../support/generated-docs.js';

const SCRIPT_LIST = join(import.meta.dirname, '../../src/web/checkout/shell/payment-scripts.ts');
const MAX_BYTES = 5 * 1024;

const assets = new StaticAssets(new PageOrigin('https://pay.example'));
const assetOf = (name: string): StaticAsset | undefined => assets.find(assets.urlOf(name).replace('/assets/', ''))?.asset;
const contentOf = (name: string): Buffer => assetOf(name)?.content ?? Buffer.alloc(0);
const integrityOf = (name: string): string => `sha384-${createHash('sha384').update(contentOf(name)).digest('base64')}`;

describe('the scripts of the payers’ pages', () => {
  it.each(PAYMENT_SCRIPTS)('have the listed hash: $name', ({ name, integrity }) => {
    const actual = integrityOf(name);
    if (process.env['UPDATE_DOCS']) writeFileSync(SCRIPT_LIST, readFileSync(SCRIPT_LIST, 'utf8').replace(integrity, actual));
    else expect(integrity).toBe(actual);
  });

  it('have at most 5 KB together after compression', () => {
    const bytes = PAYMENT_SCRIPTS.reduce((sum, { name }) => sum + (assetOf(name)?.compressed('gzip').length ?? 0), 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('are listed with their purpose', () => {
    const rows = PAYMENT_SCRIPTS.map(({ name, reason }) => `| \`${name}\` | ${reason} | \`${integrityOf(name)}\` |`);
    checkGeneratedSection('docs/checkout.md', 'scripts', ['| script | what for | hash |', '|---|---|---|', ...rows].join('\n'));
  });
});
