import { DomainError } from '../../src/common/errors/domain-error.js';
import { CheckCodeService } from '../../src/products/sms/codes/check-code.service.js';
import { ReceiveMessageService } from '../../src/products/sms/inbound/receive-message.service.js';
import { grossOf } from '../model/amounts.js';
import type { PartnerService } from '../model/shop.js';
import { SMS_PRICES, type SmsSale } from '../model/sms-sale.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { ActionKinds } from './action-kind.js';

type SmsKind = 'message' | 'message again' | 'check the code';

const KINDS: readonly PartnerService['kind'][] = ['code', 'pack', 'program'];

export const SMS_ACTIONS: ActionKinds<SmsKind> = {
  message: {
    title: ({ number }, { step }) => `a payer sends m${step.index} to ${number}`,
    inside(world, process, { service, number }) {
      const name = `m${world.step.index}`;
      const services = world.model.services.filter(({ kind }) => KINDS.includes(kind));
      const shop = services[service % services.length];
      if (!shop) throw new Error('There is no service for messages');
      const net = SMS_PRICES[number] ?? 0;
      const sale: SmsSale = {
        kind: 'sms',
        name,
        service: shop,
        number,
        net,
        gross: grossOf(net),
        isPosted: false,
        replies: new Set(),
        unusedResponses: 0,
        callCount: 0,
      };
      world.model.sales.set(name, sale);
      return receiving(world, process, sale);
    },
  },
  'message again': {
    title: ({ sale }) => `the SMS gateway hands ${sale} over again`,
    inside(world, process, { sale }) {
      const sold = world.model.smsSale(sale);
      return sold && receiving(world, process, sold);
    },
  },
  'check the code': {
    title: ({ sale }) => `the partner checks the code of ${sale}`,
    inside(world, process, { sale }) {
      const sold = world.model.smsSale(sale);
      const code = sold && /code: (\S+)/.exec([...sold.replies].join(' '))?.[1];
      if (!sold || !code) return null;
      return async () => {
        const check = { serviceId: sold.service.id, payerAddress: null, code, number: null };
        const found = await process.get(CheckCodeService).run(check).catch(unknownCode);
        if (!found) return world.found('a code that was sold is known', `the code of ${sale} is not`);
        if (found.usedAt === null) sold.unusedResponses += 1;
        if (sold.unusedResponses > 1) world.found('a code is used once', `the code of ${sale} was found unused twice`);
      };
    },
  },
};

function receiving(world: World, process: GatewayProcess, sale: SmsSale): () => Promise<void> {
  const { name, service, number } = sale;
  const message = { id: name, from: '48500600700', to: String(number), text: `${service.keyword} ${name}`, sentAt: null };
  return async () => {
    const reply = await process.get(ReceiveMessageService).run(message, false);
    sale.replies.add(reply);
    world.transcript.tell(`the payer of ${name} is answered: ${reply}`);
    if (sale.replies.size > 1) world.found('a message has one reply', `${name} was answered with ${[...sale.replies].join(' and ')}`);
  };
}

function unknownCode(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}
