import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { abilitiesOf, rolesFor } from '../../src/platform/people/roles.js';
import { panelRoutes } from '../panel/support/panel-requests.js';
import { startPanelWorld } from '../panel/support/panel-world.js';
import { requiresSignIn } from '../panel/support/route-matrix.js';
import { checkGeneratedSection } from '../support/generated-docs.js';
import { nameOf } from '../support/routes.js';
import type { World } from '../support/world.js';

const PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

let world: World;
beforeAll(async () => {
  world = await startPanelWorld();
});
afterAll(() => world.stop());

describe('the document of the panel', () => {
  it('lists each role with its rights', () => {
    const rows = [null, PARTNER].flatMap((partnerId) =>
      rolesFor(partnerId).map(
        (role) =>
          `| ${partnerId ? 'partner' : 'staff'} | ${role} | ${abilitiesOf(partnerId, role)
            .map((grant) => `\`${grant}\``)
            .join(' ')} |`,
      ),
    );
    checkGeneratedSection('docs/panel.md', 'roles', ['| of | role | abilities |', '|---|---|---|', ...rows].join('\n'));
  });

  it('lists each route with the right that it requires', () => {
    const rows = panelRoutes(world)
      .filter(requiresSignIn)
      .map((route) => `| \`${nameOf(route)}\` | \`${route.need.ability}\` | ${route.need.fresh ? 'fresh' : ''} |`);
    checkGeneratedSection('docs/panel.md', 'routes', ['| address | ability | |', '|---|---|---|', ...rows].join('\n'));
  });
});
