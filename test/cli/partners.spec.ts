import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CliWorld, startCliWorld } from './cli-world.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

let cli: CliWorld;
beforeAll(async () => {
  cli = await startCliWorld();
});
afterAll(() => cli.drop());

describe('partner create', () => {
  it('prints the id and the next command as text without --json', async () => {
    const { code, out, err } = await cli.run('partner', 'create', 'Flower Shop');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^ID {10}[0-9a-f-]{36}\nName {8}Flower Shop\nCreated at {2}/);
    expect(out).toContain('service create --partner');
  });

  it('prints only JSON with --json', async () => {
    const { code, out } = await cli.run('partner', 'create', '  Książki 📚  ', '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { id: expect.stringMatching(UUID), name: 'Książki 📚', created_at: expect.stringMatching(TIMESTAMP) },
    ]);
  });

  it.each([[''], [' '], ['x'.repeat(121)], ['a\u0007b'], ['a\nb'], ['\u202egnp.exe'], ['\ud800']])(
    'rejects the name %j and prints the reason',
    async (name) => {
      const { code, out, err } = await cli.run('partner', 'create', name);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('It must have 1 to 120 characters, without control characters.');
    },
  );
});

describe('partner create and list', () => {
  it('create a second partner of the same name only with --yes', async () => {
    const { id } = await cli.json('partner', 'create', 'Twice');
    const second = await cli.run('partner', 'create', 'twice');
    expect([second.code, second.err]).toEqual([
      2,
      expect.stringContaining(`There is a partner twice already: ${id}. A second one is created.`),
    ]);
    expect((await cli.json('partner', 'create', 'Twice', '--yes')).id).not.toBe(id);
  });

  it('count the services and the valid tokens of a partner', async () => {
    const { id } = await cli.json('partner', 'create', 'Counted');
    await cli.json('service', 'create', '--partner', id, '--area', 'directbilling', '--name', 'Votes');
    const revoked = await cli.json('token', 'create', '--partner', id, '--name', 'old');
    await cli.json('token', 'revoke', revoked.id, '--yes');
    await cli.json('token', 'create', '--partner', id, '--name', 'new');
    const partners = await cli.json('partner', 'list');
    expect(partners.find((partner: { id: string }) => partner.id === id)).toEqual({
      id,
      name: 'Counted',
      services: 1,
      tokens: 1,
      demo: false,
      blocked_at: null,
      blocked_reason: null,
      created_at: expect.stringMatching(TIMESTAMP),
    });
    const { out } = await cli.run('partner', 'list');
    expect(out).toMatch(/^ID {36}Name {2,}Services {2}Tokens {2}Demo {2}Created at {17}Blocked at {2}Blocked reason\n/);
    expect(out).toContain('Counted');
  });
});
