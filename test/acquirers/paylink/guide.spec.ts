import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { checkGeneratedSection } from '../../support/generated-docs.js';

const GUIDE = 'docs/connecting-an-acquirer.md';
const ROOT = join(import.meta.dirname, '../../..');

describe('the guide to connecting an acquirer', () => {
  it.each([
    ['paylink-mapping', 'test/acquirers/paylink/paylink.mapping.ts'],
    ['paylink-connector', 'test/acquirers/paylink/paylink.connector.ts'],
    ['paylink-contract', 'test/acquirers/paylink/paylink.e2e-spec.ts'],
    ['recurring-connector', 'src/connectors/acquirers/sandbox/sandbox-recurring.ts'],
    ['agreements-contract', 'test/acquirers/sandbox-mandates.api-spec.ts'],
  ])('shows in %s the code that passes the contract', (section, file) => {
    const code = readFileSync(join(ROOT, file), 'utf8');
    checkGeneratedSection(GUIDE, section, `\`\`\`ts\n// ${file}\n${code}\`\`\``);
  });
});
