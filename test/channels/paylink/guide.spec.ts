import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { checkGeneratedSection } from '../../support/generated-docs.js';

const GUIDE = 'docs/connecting-an-acquirer.md';

describe('the guide to connecting an acquirer', () => {
  it.each([
    ['paylink-mapping', 'paylink.mapping.ts'],
    ['paylink-connector', 'paylink.connector.ts'],
    ['paylink-contract', 'paylink.e2e-spec.ts'],
  ])('shows in %s the code that passes the contract', (section, file) => {
    const code = readFileSync(join(import.meta.dirname, file), 'utf8');
    checkGeneratedSection(GUIDE, section, `\`\`\`ts\n// test/channels/paylink/${file}\n${code}\`\`\``);
  });
});
