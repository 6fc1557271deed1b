import { DomainError } from '../../src/common/errors/domain-error.js';
import { CheckCodeService } from '../../src/products/sms/codes/check-code.service.js';
import { ReceiveMessageService } from '../../src/products/sms/inbound/receive-message.service.js';
import { grossOf } from '../model/amounts.js';
import type { PartnerService } from '../model/partner-service.js';
import { SMS_PRICES, type SmsSale } from '../model/sms-sale.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { ActionKinds } from './action-kind.js';

type SmsKind = 'send message' | 'repeat message' | 'check the code';

const SMS_SERVICE_KINDS: readonly PartnerService['kind'][] = ['code', 'pack', 'program'];

export const SMS_ACTIONS: ActionKinds<SmsKind> = {
  'send message': {
    title: ({ shortNumber }, { step }) => `a payer sends m${step.index} to ${shortNumber}`,
    gatewayWork(world, process, { serviceIndex, shortNumber }) {
      const name = `m${world.step.index}`;
      const services = world.model.services.filter(({ kind }) => SMS_SERVICE_KINDS.includes(kind));
      const service = services[serviceIndex % services.length];
      if (!service) throw new Error('There is no service for messages');
      const net = SMS_PRICES[shortNumber] ?? 0;
      const sale: SmsSale = {
        kind: 'sms',
        name,
        service,
        shortNumber,
        net,
        gross: grossOf(net),
        isPosted: false,
        replies: new Set(),
        unusedResponses: 0,
        callCount: 0,
      };
      world.model.sales.set(name, sale);
      return receiveMessage(world, process, sale);
    },
  },
  'repeat message': {
    title: ({ sale }) => `the SMS gateway repeats ${sale}`,
    gatewayWork(world, process, { sale }) {
      const smsSale = world.model.smsSale(sale);
      return smsSale && receiveMessage(world, process, smsSale);
    },
  },
  'check the code': {
    title: ({ sale }) => `the partner checks the code of ${sale}`,
    gatewayWork(world, process, { sale }) {
      const smsSale = world.model.smsSale(sale);
      const code = smsSale && /code: (\S+)/.exec([...smsSale.replies].join(' '))?.[1];
      if (!smsSale || !code) return null;
      return async () => {
        const check = { serviceId: smsSale.service.id, payerAddress: null, code, number: null };
        const checked = await process.get(CheckCodeService).run(check).catch(nullForDomainError);
        if (!checked) return world.found('a sold code can be checked', `the check did not find the code of ${sale}`);
        if (checked.usedAt === null) smsSale.unusedResponses += 1;
        if (smsSale.unusedResponses > 1) world.found('a code is used once', `the code of ${sale} was reported as unused twice`);
      };
    },
  },
};

function receiveMessage(world: World, process: GatewayProcess, sale: SmsSale): () => Promise<void> {
  const { name, service, shortNumber } = sale;
  const message = { id: name, from: '48500600700', to: String(shortNumber), text: `${service.keyword} ${name}`, sentAt: null };
  return async () => {
    const reply = await process.get(ReceiveMessageService).run(message, false);
    sale.replies.add(reply);
    world.transcript.add(`the reply to ${name}: ${reply}`);
    if (sale.replies.size > 1) world.found('a message has one reply', `${name} got the replies ${[...sale.replies].join(' and ')}`);
  };
}

/** Turns the gateway's rejection of an unknown code into null. Any other error is thrown. */
function nullForDomainError(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}
