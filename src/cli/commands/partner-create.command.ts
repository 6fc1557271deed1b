import type { INestApplicationContext } from '@nestjs/common';
import { InvalidArgumentError } from 'commander';
import { CreatePartnerService } from '../../platform/partners/create-partner.service.js';
import { PartnerListQuery } from '../../platform/partners/partner-list.query.js';
import type { KeyPurpose } from '../../platform/partners/keys/service-key.entity.js';
import { ServiceKeys } from '../../platform/partners/keys/service-keys.js';
import { type Area, AREAS } from '../../platform/partners/services/service-status.js';
import { CreateTokenService } from '../../platform/partners/tokens/create-token.service.js';
import { CLI_COMMAND } from '../../runtime/cli-command.js';
import { changeCommand } from '../command.js';
import { argument, option } from '../inputs.js';
import { type CommandResult, recordResult } from '../output/result.js';
import { sections, type Section } from '../output/layout.js';
import type { CliProduct } from '../products/product.js';
import type { Session } from '../session.js';
import { UserError } from '../user-error.js';
import { parseNotifyUrl, requireAllowedTarget } from '../values/endpoints.js';
import { parseName } from '../values/names.js';

/** Abilities that the partner's program needs in addition to those of its areas. */
const BOOKKEEPING_ABILITIES = ['wallet.*', 'statements.show', 'events'];

export const createPartner = changeCommand({
  description: 'create a partner, optionally with everything that it needs to sell',
  needsConfirmation: true,
  takes: {
    name: argument('<name>', 'name that payers see as the seller', parseName),
    areas: option(
      '--sells <areas>',
      `create a service of each, with keys and a token: ${AREAS.join(', ')}, separated by commas`,
      parseAreas,
    ),
    notifyUrl: option('--notify-url <url>', 'where the notifications of these services go (default: nowhere)', parseNotifyUrl),
  },
  notes: `The services have the defaults of "service create". Change them with "service set" and the other commands of "service".
If a partner with this name exists, the command shows it and asks.`,
  examples: [
    'partner create "Flower Shop"',
    'partner create "My shop" --sells payment,directbilling,sms --notify-url https://shop.example/notify',
  ],
  opens: 'nothing',
  async run({ session }, { name, areas, notifyUrl }) {
    if (notifyUrl !== undefined && !areas) throw UserError.usage('--notify-url is for services. Give --sells with it.');
    if (notifyUrl !== undefined) requireAllowedTarget(session, notifyUrl);
    const app = await session.application();
    const namesakes = (await app.get(PartnerListQuery).findByName(name)).map(({ id }) => id).join(', ');
    // Two partners may have one name, but payers and staff cannot tell the partners apart.
    if (namesakes) await session.confirm(`There is a partner ${name} already: ${namesakes}. A second one is created.`);
    const { id, createdAt } = await app.get(CreatePartnerService).run({ name });
    const created = { id, name, created_at: session.timestamp(createdAt) };
    if (areas) return createServices(app, session, created, areas, notifyUrl ?? null);
    return recordResult(created, `Next: ${CLI_COMMAND} service create --partner ${id} --area directbilling --name "My service"`);
  },
});

function parseAreas(text: string): Area[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const unknown = names.find((name) => !(AREAS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is not one of ${AREAS.join(', ')}.`);
  return names as Area[];
}

/** Creates a token and one service for each area, and prints all that the partner needs to sell, with a first call of the API to try. */
async function createServices(
  app: INestApplicationContext,
  session: Session,
  partner: { id: string; name: string; created_at: string | null },
  areas: readonly Area[],
  notifyUrl: string | null,
): Promise<CommandResult> {
  const { requireProduct } = await import('../products/products.js');
  const abilities = [...areas.map((area) => `${area}.*`), ...BOOKKEEPING_ABILITIES];
  const { token } = await app.get(CreateTokenService).run({ partnerId: partner.id, name: partner.name, abilities });
  const services: { id: string; area: Area; ipn_key: string; webhook_secret: string; call: string }[] = [];
  const blocks: Section[] = [
    ['Partner', `${partner.name}  ${partner.id}`],
    ['Token', `${token}\n\nIt is shown only now. Its abilities: ${abilities.join(', ')}`],
  ];
  for (const area of areas) {
    const { services: product } = requireProduct(area);
    const input = { partnerId: partner.id, name: partner.name, notifyUrl };
    const { id } = await product.create(app, input, product.instantSetup.options());
    const keys = await app.get(ServiceKeys).readValidKeys(id);
    const keyFor = (purpose: KeyPurpose): string => keys.find((key) => key.purpose === purpose)?.secret ?? '';
    const [key, secret] = [keyFor('ipn'), keyFor('webhook')];
    const call = curlOf(session.environment.http.publicUrl, token, product.instantSetup.call(id));
    services.push({ id, area, ipn_key: key, webhook_secret: secret, call });
    blocks.push([
      `Service ${id}, ${area}`,
      `whsec_ secret, for the header webhook-signature  ${secret}\nkey, for "signature" in the body                 ${key}\n\n${call}`,
    ]);
  }
  return {
    json: { ...partner, token, abilities, notify_url: notifyUrl, services },
    text: sections(blocks),
    remark: 'Anyone who has the keys can forge notifications: hand them over in a safe way.',
  };
}

function curlOf(url: string, token: string, { path, body }: ReturnType<CliProduct['services']['instantSetup']['call']>): string {
  const request = `curl -s ${url}${path} -H 'Authorization: Bearer ${token}'`;
  return body === undefined ? request : `${request} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
