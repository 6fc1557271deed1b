import { OPERATORS } from '../../src/connectors/operators/operator.port.js';
import { CreatePartnerService } from '../../src/platform/partners/create-partner.service.js';
import { CreateDirectBillingService } from '../../src/products/direct-billing/services/create-direct-billing-service.js';
import { ChangeChannelsService } from '../../src/products/payments/channels/change-channels.service.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { UploadPackService } from '../../src/products/sms/codes/upload-pack.service.js';
import { CreateSmsService } from '../../src/products/sms/services/create-sms-service.js';
import type { Fee, Terms } from '../model/amounts.js';
import type { ServiceKind, PartnerService } from '../model/shop.js';
import { SMS_PRICES } from '../model/sms-sale.js';
import { ACQUIRERS } from './simulated-acquirer.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';

export const ONLINE_CHANNELS = Object.values(ACQUIRERS).flat();
const SHOPS = ['Amber', 'Basalt'];
const KINDS: readonly ServiceKind[] = ['phone', 'online', 'code', 'pack', 'program'];
const FEE: Fee = { bp: 150, fixed: 25 };
const TERMS: Terms = { enabled: true, shares: [3000, 3000, 3000], maxGross: 10_000 };
const PACK = 400;

/** Creates two partners, each with a service of every kind. */
export async function createShops(world: World, process: GatewayProcess): Promise<void> {
  for (const name of SHOPS) {
    const { id: partnerId } = await process.get(CreatePartnerService).run({ name });
    for (const kind of KINDS) {
      const partnerName = name.toLowerCase();
      const keyword = `TC.${name}${kind}`.toUpperCase();
      const setup = { partnerId, name: `${name} ${kind}`, notifyUrl: `https://${partnerName}.example.test/notify` };
      const id = await OPENING[kind](process, setup, { partnerName, keyword });
      world.model.services.push({ kind, id, partnerId, partnerName, keyword, ...agreedOn(kind) });
    }
  }
}

type Opening = (
  process: GatewayProcess,
  setup: { partnerId: string; name: string; notifyUrl: string },
  own: Pick<PartnerService, 'partnerName' | 'keyword'>,
) => Promise<string>;

const sms =
  (type: 'ONE_TIME_CODE' | 'CODE_PACK' | 'API_URL'): Opening =>
  async (process, setup, { partnerName, keyword }) => {
    const [prefix = '', suffix = ''] = keyword.split('.');
    const apiUrl = type === 'API_URL' ? `https://${partnerName}.example.test/program` : null;
    const numbers = Object.keys(SMS_PRICES).map(Number);
    const { id } = await process.get(CreateSmsService).run({ ...setup, type, prefix, suffix, numbers, apiUrl });
    if (type === 'CODE_PACK') await process.get(UploadPackService).run(id, packOf(partnerName));
    return id;
  };

const OPENING: Record<ServiceKind, Opening> = {
  phone: async (process, setup) => (await process.get(CreateDirectBillingService).run({ ...setup, suffix: 'GAMES' })).id,
  async online(process, setup) {
    const { id } = await process.get(CreateServiceForPayments).run({ ...setup, channels: ONLINE_CHANNELS });
    await process.get(ChangeChannelsService).run(id, ONLINE_CHANNELS, { commissionBp: FEE.bp, commissionFixedMinor: FEE.fixed });
    return id;
  },
  code: sms('ONE_TIME_CODE'),
  pack: sms('CODE_PACK'),
  program: sms('API_URL'),
};

function agreedOn(kind: ServiceKind): Pick<PartnerService, 'operators' | 'channels'> {
  return {
    operators: kind === 'phone' ? Object.fromEntries(OPERATORS.map((operator) => [operator, TERMS])) : {},
    channels: kind === 'online' ? Object.fromEntries(ONLINE_CHANNELS.map((channel) => [channel, FEE])) : {},
  };
}

async function* packOf(shop: string): AsyncGenerator<string> {
  for (let code = 0; code < PACK; code += 1) yield await Promise.resolve(`${shop.charAt(0).toUpperCase()}${String(code).padStart(5, '0')}`);
}
