import { OPERATORS } from '../../src/connectors/operators/operator.port.js';
import { CreatePartnerService } from '../../src/platform/partners/create-partner.service.js';
import { CreateDirectBillingService } from '../../src/products/direct-billing/services/create-direct-billing-service.js';
import { ChangeChannelsService } from '../../src/products/payments/payment-methods/change-channels.service.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { UploadPackService } from '../../src/products/sms/codes/upload-pack.service.js';
import { CreateSmsService } from '../../src/products/sms/services/create-sms-service.js';
import type { ChannelFee, OperatorTariff } from '../model/amounts.js';
import type { ServiceKind, PartnerService } from '../model/partner-service.js';
import { SMS_PRICES } from '../model/sms-sale.js';
import { ACQUIRERS } from './simulated-acquirer.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';

export const ONLINE_CHANNELS = Object.values(ACQUIRERS).flat();
const PARTNER_NAMES = ['Amber', 'Basalt'];
const SERVICE_KINDS: readonly ServiceKind[] = ['phone', 'online', 'code', 'pack', 'program'];
/** The initial commissions of each service. */
const CHANNEL_FEE: ChannelFee = { bp: 150, fixed: 25 };
const OPERATOR_TARIFF: OperatorTariff = { enabled: true, commissionBp: [3000, 3000, 3000], maxGross: 10_000 };
/** An episode has as many steps, so it cannot sell more codes. */
const CODE_PACK_SIZE = 400;

/** Creates two partners, each with a service of every kind. */
export async function createPartners(world: World, process: GatewayProcess): Promise<void> {
  for (const name of PARTNER_NAMES) {
    const { id: partnerId } = await process.get(CreatePartnerService).run({ name });
    for (const kind of SERVICE_KINDS) {
      const partnerName = name.toLowerCase();
      const keyword = `TC.${name}${kind}`.toUpperCase();
      const setup = { partnerId, name: `${name} ${kind}`, notifyUrl: `https://${partnerName}.example.test/notify` };
      const id = await CREATE_SERVICE[kind](process, setup, { partnerName, keyword });
      world.model.services.push({ kind, id, partnerId, partnerName, keyword, ...initialCommissions(kind) });
    }
  }
}

/** Creates a service at the gateway. @returns its id. */
type CreateService = (
  process: GatewayProcess,
  setup: { partnerId: string; name: string; notifyUrl: string },
  sms: Pick<PartnerService, 'partnerName' | 'keyword'>,
) => Promise<string>;

const createSmsService =
  (type: 'ONE_TIME_CODE' | 'CODE_PACK' | 'API_URL'): CreateService =>
  async (process, setup, { partnerName, keyword }) => {
    const [prefix = '', suffix = ''] = keyword.split('.');
    const apiUrl = type === 'API_URL' ? `https://${partnerName}.example.test/program` : null;
    const numbers = Object.keys(SMS_PRICES).map(Number);
    const { id } = await process.get(CreateSmsService).run({ ...setup, type, prefix, suffix, numbers, apiUrl });
    if (type === 'CODE_PACK') await process.get(UploadPackService).run(id, packCodes(partnerName));
    return id;
  };

const CREATE_SERVICE: Record<ServiceKind, CreateService> = {
  phone: async (process, setup) => (await process.get(CreateDirectBillingService).run({ ...setup, suffix: 'GAMES' })).id,
  async online(process, setup) {
    const { id } = await process.get(CreateServiceForPayments).run({ ...setup, channels: ONLINE_CHANNELS });
    await process
      .get(ChangeChannelsService)
      .run(id, ONLINE_CHANNELS, { commissionBp: CHANNEL_FEE.bp, commissionFixedMinor: CHANNEL_FEE.fixed });
    return id;
  },
  code: createSmsService('ONE_TIME_CODE'),
  pack: createSmsService('CODE_PACK'),
  program: createSmsService('API_URL'),
};

function initialCommissions(kind: ServiceKind): Pick<PartnerService, 'operatorTariffs' | 'channelFees'> {
  return {
    operatorTariffs: kind === 'phone' ? Object.fromEntries(OPERATORS.map((operator) => [operator, OPERATOR_TARIFF])) : {},
    channelFees: kind === 'online' ? Object.fromEntries(ONLINE_CHANNELS.map((channel) => [channel, CHANNEL_FEE])) : {},
  };
}

/** Returns codes that begin with the first letter of the partner's name, so that the codes of the partners differ. */
async function* packCodes(partnerName: string): AsyncGenerator<string> {
  for (let code = 0; code < CODE_PACK_SIZE; code += 1)
    yield await Promise.resolve(`${partnerName.charAt(0).toUpperCase()}${String(code).padStart(5, '0')}`);
}
