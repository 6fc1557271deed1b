import { describe, expect, it } from '@jest/globals';
import { isGrant } from '../../src/platform/access/ability.js';
import { abilitiesOf, mayGrant, PANEL_ABILITIES, PARTNER_ROLES, rolesFor, STAFF_ROLES } from '../../src/platform/people/roles.js';
import { PANEL_TEXTS } from '../../src/web/panel/texts/texts.js';
import { STATUSES_OF } from '../../src/web/panel/transactions/transaction-search.query.js';
import { ownPath } from '../../src/web/panel/shell/panel-page.js';

const PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

describe('the roles of the panel', () => {
  it('have only existing abilities', () => {
    const abilities = [...Object.values(PARTNER_ROLES), ...Object.values(STAFF_ROLES)].flat();
    expect(abilities.filter((grant) => !isGrant(grant) && !(PANEL_ABILITIES as readonly string[]).includes(grant))).toEqual([]);
    expect(abilities).not.toContain('*');
  });

  it.each(['', 'root', 'admin', 'constructor', '__proto__', 'Owner'])('give no ability to the unknown role "%s" at a partner', (role) => {
    expect(abilitiesOf(PARTNER, role)).toEqual([]);
  });

  it('cannot grant a role with abilities that they do not have', () => {
    for (const partnerId of [null, PARTNER])
      for (const role of rolesFor(partnerId))
        for (const granted of rolesFor(partnerId)) {
          const [ownAbilities, grantedAbilities] = [abilitiesOf(partnerId, role), abilitiesOf(partnerId, granted)];
          if (mayGrant(ownAbilities, grantedAbilities))
            expect(
              grantedAbilities.filter(
                (grant) =>
                  !ownAbilities.includes(grant) && !ownAbilities.some((star) => star.endsWith('.*') && grant.startsWith(star.slice(0, -1))),
              ),
            ).toEqual([]);
        }
    expect(mayGrant(PARTNER_ROLES.support, PARTNER_ROLES.owner)).toBe(false);
    expect(mayGrant(PARTNER_ROLES.owner, PARTNER_ROLES.viewer)).toBe(true);
    expect(mayGrant(['payment.refunds'], ['payment.*'])).toBe(false);
  });
});

describe('the texts of the panel', () => {
  it.each(['pl', 'en'] as const)('name every status and every role in %s', (locale) => {
    const { transactions, team } = PANEL_TEXTS[locale];
    expect(Object.keys(transactions.statuses).sort()).toEqual(Object.values(STATUSES_OF).flat().sort());
    expect(Object.keys(team.roles).sort()).toEqual([...new Set([...rolesFor(null), ...rolesFor(PARTNER)])].sort());
  });
});

describe('the path after signing in', () => {
  it.each(['/transactions?q=1', '/'])('can be %s', (path) => expect(ownPath(path)).toBe(path));
  it.each(['', 'https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'transactions'])('is never %j', (path) =>
    expect(ownPath(path)).toBeNull(),
  );
});
