import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { times } from '../support/times.js';
import { type CliWorld, type Run, startCliWorld } from './cli-world.js';

let cli: CliWorld;
let partner: string;
beforeAll(async () => {
  cli = await startCliWorld();
  partner = (await cli.json('partner', 'create', 'Shop')).id;
});
afterAll(() => cli.drop());

let createdServices = 0;
async function createService(type: string, ...more: string[]): Promise<{ id: string; suffix: string } & Record<string, unknown>> {
  createdServices += 1;
  const suffix = `S${createdServices}`;
  const common = ['--partner', partner, '--area', 'sms', '--name', 'Votes', '--prefix', 'TC', '--suffix', suffix];
  return cli.json('service', 'create', ...common, '--type', type, '--number', '7055', '--number', '7155', ...more);
}
const showService = (id: string) => cli.json('service', 'show', id);
const setService = (id: string, ...options: string[]): Promise<Run> => cli.run('service', 'set', id, ...options);

describe('service set of SMS', () => {
  it.each([
    ['the keyword', ['--prefix', 'GO', '--suffix', 'vote_1'], { prefix: 'GO', suffix: 'vote_1' }],
    ['one part of the keyword', ['--prefix', 'GO'], { prefix: 'GO' }],
    ['the numbers, all of them', ['--number', '92555', '--number', '7055', '--number', '7055'], { numbers: [7055, 92555] }],
    ['the description', ['--description', 'Votes for the show'], { description: 'Votes for the show' }],
    ['the mark for adults', ['--adult'], { adult: true }],
    ['the share', ['--share', '47.5'], { share: '47.5' }],
    [
      'the type, to API_URL',
      ['--type', 'API_URL', '--api-url', 'https://shop.example/sms'],
      { type: 'API_URL', api_url: 'https://shop.example/sms' },
    ],
    ['settings of its product and common settings', ['--name', 'Other', '--suffix', 'TOGETHER'], { name: 'Other', suffix: 'TOGETHER' }],
  ])('changes %s and nothing else', async (_, options, changed) => {
    const before = await createService('ONE_TIME_CODE');
    const { id } = before;
    const after = await cli.json('service', 'set', id, ...options);
    expect(after).toEqual({ ...before, ...changed, updated_at: after.updated_at });
    expect(await showService(id)).toEqual(after);
  });

  it('removes optional settings', async () => {
    const { id } = await createService('API_URL', '--api-url', 'https://shop.example/old', '--adult', '--description', 'Old');
    expect(
      await cli.json('service', 'set', id, '--no-adult', '--description', 'none', '--api-url', 'https://shop.example/new'),
    ).toMatchObject({ adult: false, description: null, api_url: 'https://shop.example/new' });
  });

  it('rejects a keyword of another service in any case, names that service, and then changes nothing', async () => {
    const [other, { id, suffix }] = [await createService('ONE_TIME_CODE'), await createService('ONE_TIME_CODE')];
    expect(await setService(id, '--name', 'Never', '--suffix', other.suffix.toLowerCase(), '--number', '92555')).toEqual({
      code: 1,
      out: '',
      err: `error: The keyword TC.${other.suffix.toLowerCase()} already belongs to service ${other.id}. Choose another prefix or suffix, or give that service others first: npm run gateway -- service set ${other.id} --help\n`,
    });
    expect(await showService(id)).toMatchObject({ name: 'Votes', suffix, numbers: [7055, 7155] });
  });

  it('accepts a keyword that another service no longer has, and its own keyword in another case', async () => {
    const [first, second] = [await createService('ONE_TIME_CODE'), await createService('ONE_TIME_CODE')];
    await cli.json('service', 'set', first.id, '--suffix', 'GIVEN-UP');
    expect((await cli.json('service', 'set', second.id, '--suffix', first.suffix)).suffix).toBe(first.suffix);
    expect((await cli.json('service', 'set', second.id, '--suffix', first.suffix.toLowerCase())).suffix).toBe(first.suffix.toLowerCase());
  });

  it('gives a keyword that several services request concurrently to one of them', async () => {
    const services = await Promise.all(times(4, () => createService('ONE_TIME_CODE')));
    const runs = await Promise.all(services.map(({ id }) => setService(id, '--prefix', 'RACE', '--suffix', 'ONE')));
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1]);
    for (const { code, err } of runs)
      expect(err).toMatch(code === 0 ? /^$/ : /^error: The keyword RACE\.ONE already belongs to (another service|service [0-9a-f]{8})\./);
    const servicesAfter = await Promise.all(services.map(({ id }) => showService(id)));
    expect(servicesAfter.filter(({ prefix }) => prefix === 'RACE')).toHaveLength(1);
  });

  it('applies concurrent changes of different settings, and one of several concurrent changes of the numbers', async () => {
    const { id } = await createService('ONE_TIME_CODE');
    const numbers = ['7055', '7255', '91055', '92555'];
    const runs = await Promise.all([
      setService(id, '--prefix', 'AT'),
      setService(id, '--suffix', 'ONCE'),
      setService(id, '--share', '10'),
      setService(id, '--type', 'API_URL', '--api-url', 'https://shop.example/sms'),
      ...numbers.map((number) => setService(id, '--number', number)),
    ]);
    expect(runs.map(({ code, err }) => [code, err])).toEqual(runs.map(() => [0, '']));
    const after = await showService(id);
    expect(after).toMatchObject({ prefix: 'AT', suffix: 'ONCE', share: '10', type: 'API_URL', api_url: 'https://shop.example/sms' });
    expect(after.numbers).toHaveLength(1);
  });

  it.each([
    ['CODE_PACK', [], ['--type', 'ONE_TIME_CODE']],
    ['CODE_PACK', [], ['--type', 'API_URL', '--api-url', 'https://shop.example/sms']],
    ['ONE_TIME_CODE', [], ['--type', 'ONE_TIME_CODE']],
  ])('changes a %s service %j to %j', async (type, createOptions, change) => {
    const { id } = await createService(type, ...createOptions);
    expect((await cli.json('service', 'set', id, ...change)).type).toBe(change[1]);
  });

  it.each([
    [
      'ONE_TIME_CODE',
      [],
      ['--type', 'CODE_PACK'],
      'cannot become CODE_PACK: the pack could contain a code that the service has already sold.',
    ],
    [
      'API_URL',
      ['--api-url', 'https://shop.example/sms'],
      ['--type', 'ONE_TIME_CODE'],
      'cannot become ONE_TIME_CODE: calls of its program may be repeated for days.',
    ],
    ['API_URL', ['--api-url', 'https://shop.example/sms'], ['--type', 'CODE_PACK'], 'calls of its program may be repeated for days.'],
    [
      'CODE_PACK',
      [],
      ['--api-url', 'https://shop.example/sms'],
      'A service of type CODE_PACK calls no program. Only API_URL can have a URL.',
    ],
  ])(
    'rejects changes that the present type of the service forbids: a %s service %j with %j',
    async (type, createOptions, change, message) => {
      const before = await createService(type, ...createOptions);
      const { id } = before;
      expect(await setService(id, '--name', 'Never', ...change)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) });
      expect(await showService(id)).toEqual(before);
    },
  );

  let unchanged: Awaited<ReturnType<typeof createService>>;
  beforeAll(async () => {
    unchanged = await createService('ONE_TIME_CODE');
  });

  it.each([
    [['--type', 'API_URL'], '--api-url belongs to --type API_URL: give both or neither.'],
    [['--type', 'OTHER'], 'Allowed choices are ONE_TIME_CODE, CODE_PACK, API_URL.'],
    [['--number', '7056'], 'It must be one of 7055, 7155'],
    [['--suffix', 'A B'], 'It must have 1 to 32 letters'],
    [['--share', '101'], 'It must be a percentage'],
    [['--description', 'x'.repeat(256)], 'It must have at most 255 characters'],
    [['--api-url', 'ftp://shop.example/'], 'It must be an http or https URL'],
    [['--type', 'API_URL', '--api-url', 'http://127.0.0.1:8080/'], 'WEBHOOK_ALLOWED_NETWORKS allows your own networks.'],
    [[], 'Nothing to change: give at least one of --name, --status, --notify-url'],
  ])('prints an error for %j', async (options, message) => {
    const { id } = unchanged;
    expect(await setService(id, ...options)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
    expect(await showService(id)).toEqual(unchanged);
  });
});
