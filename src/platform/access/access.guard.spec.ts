import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { trackRequester, currentRequester } from '../../runtime/database/pool-quotas/requester.js';
import type { RequestLimits } from '../../runtime/rate-limits/request-limits.js';
import { AccessGuard } from './access.guard.js';
import type { AccessRequest } from './caller.js';
import { ConnectorRoute } from './connector-route.decorator.js';
import { Protected } from './protected.decorator.js';
import { PublicRoute } from './public-route.decorator.js';
import type { ServiceLookup } from './service-lookup.js';
import type { TokenLookup, TokenRecord } from './token-lookup.js';
import type { TokenUsage } from './token-usage.js';

const TOKEN: TokenRecord = {
  id: 't',
  partnerId: 'p',
  abilities: ['payment.channels'],
  allowedNetworks: ['203.0.113.0/24'],
  serviceIds: ['5f2c9a1b'],
  compatibility: null,
  expiresAt: null,
  partnerIsBlocked: false,
};
const CALLER = { tokenId: 't', partnerId: 'p', serviceIds: ['5f2c9a1b'] };
const IP = '203.0.113.7';

class Inherited {
  list(): void {}
}
@PublicRoute('for all to see')
class OpenController extends Inherited {}
@PublicRoute('a probe', { counted: false })
class ProbeController extends Inherited {}
@ConnectorRoute('by its secret')
class ConnectorController extends Inherited {}
class ForgottenController extends Inherited {}
class ProtectedController {
  @Protected('payment.channels')
  list(): void {}
}
class BeginningController {
  @Protected('payment.blik.level0')
  list(): void {}
}
class WalletController {
  @Protected('wallet.show')
  list(): void {}
}
class OtherController {
  @Protected('payment.refunds')
  list(): void {}
}

const LIMITS = ['countAddress', 'countConnector', 'countToken', 'countWrong'] as const;
const TOO_MANY = new Error('too many');

/** A guard with fakes that record the order of their calls. @param reached the rate limit that is reached; all others are not */
function guarded(tokens: Record<string, TokenRecord | 'ended'> = { good: TOKEN }, reached?: (typeof LIMITS)[number]) {
  const calls: string[] = [];
  const used: unknown[] = [];
  const recordCall = (name: string) => (what: string, ip?: string) => {
    calls.push([name, what, ip].filter((part) => part !== undefined).join(' '));
    return name === reached ? Promise.reject(TOO_MANY) : Promise.resolve();
  };
  const limits = Object.fromEntries(LIMITS.map((name) => [name, recordCall(name)]));
  const find = (token: string): Promise<unknown> => recordCall('find')(token).then(() => tokens[token] ?? null);
  const ownServices = [
    { id: '5f2c9a1b', area: 'payment' },
    { id: '5f2c9a1c', area: 'sms' },
  ];
  const services = { find: jest.fn((id: string) => Promise.resolve(ownServices.find((service) => service.id === id) ?? null)) };
  const guard = new AccessGuard(
    new Reflector(),
    { find } as unknown as TokenLookup,
    services as unknown as ServiceLookup,
    limits as unknown as RequestLimits,
    { note: (id: string, ip?: string) => void used.push([id, ip]) } as unknown as TokenUsage,
  );
  return {
    calls,
    used,
    services,
    send: async (controller: new () => Inherited, input: object = {}): Promise<[boolean, AccessRequest]> => {
      const headers = { authorization: 'Bearer good' };
      const plain = { method: 'GET', params: {}, headers, ip: IP, ...input };
      const request = (input instanceof Readable ? input : plain) as unknown as AccessRequest;
      const context = {
        getHandler: () => Reflect.get(controller.prototype as object, 'list') as object,
        getClass: () => controller,
        switchToHttp: () => ({ getRequest: () => request }),
      } as unknown as ExecutionContext;
      return [await guard.canActivate(context), request];
    },
  };
}

const refused = (code: string): object => expect.objectContaining({ code });

describe('a route', () => {
  it('with an ability accepts a token with this ability, and its path may be logged', async () => {
    const { send, calls, used, services } = guarded();
    const [isOpen, request] = await send(ProtectedController);
    expect([isOpen, request.pathIsShown, request.caller, request.service]).toEqual([true, true, CALLER, undefined]);
    expect([request.shownCaller, used]).toEqual([{ address: IP, token: 't' }, [['t', IP]]]);
    expect(calls).toEqual([`countAddress ${IP}`, 'find good', 'countToken t']);
    expect(services.find.mock.calls).toEqual([]);
  });

  it('that is public requires no token, and its path is not logged because it may be a secret', async () => {
    const { send, calls, used } = guarded();
    const [isOpen, request] = await send(OpenController);
    expect([isOpen, request.pathIsShown, request.caller, calls]).toEqual([true, undefined, undefined, [`countAddress ${IP}`]]);
    expect([request.shownCaller, used]).toEqual([undefined, []]);
  });

  it('of a connector has its own rate limit, and a probe has none', async () => {
    const { send, calls } = guarded();
    expect([(await send(ConnectorController))[0], (await send(ProbeController))[0], calls]).toEqual([true, true, [`countConnector ${IP}`]]);
  });

  it('without a declaration rejects everyone', async () => {
    const { send, calls } = guarded();
    expect([(await send(ForgottenController))[0], calls]).toEqual([false, [`countAddress ${IP}`]]);
  });

  it('that two controllers inherit from one class follows the declaration of each controller', async () => {
    const { send } = guarded();
    const results = [];
    for (const controller of [OpenController, ForgottenController, OpenController]) results.push((await send(controller))[0]);
    expect(results).toEqual([true, false, true]);
  });

  it('with a service in its path accepts only a service of the caller and of the area of the ability', async () => {
    const { send, services } = guarded();
    const [, request] = await send(ProtectedController, { params: { serviceId: '5f2c9a1b' } });
    expect([request.service, services.find.mock.calls]).toEqual([{ id: '5f2c9a1b', area: 'payment' }, [['5f2c9a1b', CALLER]]]);
    const missing = (serviceId: string): Promise<unknown> =>
      send(ProtectedController, { params: { serviceId } }).catch((error: unknown) => error);
    expect(await missing('ffffffff')).toMatchObject({
      code: 'SERVICE_NOT_FOUND',
      details: { hint: expect.stringContaining('sees no service') },
    });
    expect(await missing('5f2c9a1c')).toMatchObject({
      code: 'SERVICE_NOT_FOUND',
      details: { hint: expect.stringContaining('one of the area sms') },
    });
  });

  it('about all the money of a partner rejects a token that is limited to services', async () => {
    const wallets = { ...TOKEN, abilities: ['wallet.*'] };
    await expect(guarded({ good: wallets }).send(WalletController)).rejects.toEqual(refused('INVALID_ABILITY_PROVIDED'));
    expect((await guarded({ good: { ...wallets, serviceIds: [] } }).send(WalletController))[0]).toBe(true);
  });

  it('rejects requests once a rate limit is reached, without any further check', async () => {
    const beyond = async (limit: (typeof LIMITS)[number], controller: new () => Inherited): Promise<string[]> => {
      const { send, calls } = guarded({ good: TOKEN }, limit);
      await expect(send(controller)).rejects.toBe(TOO_MANY);
      return calls;
    };
    expect(await beyond('countAddress', OpenController)).toEqual([`countAddress ${IP}`]);
    expect(await beyond('countConnector', ConnectorController)).toEqual([`countConnector ${IP}`]);
    expect(await beyond('countToken', ProtectedController)).toEqual([`countAddress ${IP}`, 'find good', 'countToken t']);
  });
});

describe('the request body', () => {
  const sent = (method: string, text: string): object =>
    Object.assign(Readable.from([Buffer.from(text)]), {
      method,
      params: {},
      ip: IP,
      headers: { authorization: 'Bearer good', 'content-type': 'application/json', 'content-length': String(text.length) },
    });
  const sendBody = async (method: string, text: string): Promise<AccessRequest> => {
    const request = sent(method, text) as AccessRequest;
    await guarded().send(ProtectedController, request);
    return request;
  };

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('of a %s is read once the caller is known', async (method) =>
    expect(await sendBody(method, '{"a":1}')).toMatchObject({ body: { a: 1 }, bodyBytes: Buffer.from('{"a":1}') }),
  );

  it('of a GET is not read', async () => expect((await sendBody('GET', '{')).bodyBytes).toBeUndefined());

  it('of an unknown caller is not read', async () => {
    const request = sent('POST', '{') as AccessRequest;
    request.headers.authorization = 'Bearer wrong';
    await expect(guarded().send(ProtectedController, request)).rejects.toEqual(refused('UNAUTHORIZED'));
    expect(request.bodyBytes).toBeUndefined();
  });
});

describe('a caller', () => {
  const withToken = (authorization: string | undefined): object => ({ headers: { authorization } });

  it.each([undefined, '', 'good', 'Basic good', 'Bearer', 'Bearer ', 'Bearergood', 'Bearer good x', 'Basic x, Bearer good'])(
    'that sends %s has no token, which does not count as a guess',
    async (authorization) => {
      const { send, calls } = guarded();
      await expect(send(ProtectedController, withToken(authorization))).rejects.toEqual(refused('UNAUTHORIZED'));
      expect(calls).toEqual([`countAddress ${IP}`]);
    },
  );

  it.each(['Bearer good', 'bearer good', 'BEARER   good'])('that sends %s is identified', async (authorization) =>
    expect((await guarded().send(ProtectedController, withToken(authorization)))[1].caller).toEqual(CALLER),
  );

  it('uses the pool quota of its partner', async () => {
    const callers = await new Promise((done) => {
      const track = trackRequester(
        () => ({ side: 'partners', isRefusable: true }),
        (address) => address ?? '',
      );
      const callersAroundGuard = async (): Promise<unknown> => [
        currentRequester()?.caller,
        (await guarded().send(ProtectedController))[0],
        currentRequester()?.caller,
      ];
      track({ path: '/', ip: IP } as Request, new EventEmitter() as Response, () => done(callersAroundGuard()));
    });
    expect(callers).toEqual([`address ${IP}`, true, 'partner p']);
  });

  it.each([
    ['good', true],
    ['old', true],
    ['wrong', false],
  ])('with the token "%s" has callerIsKnown: %s', async (token, isKnown) => {
    const request = Object.assign(Readable.from([]), { method: 'GET', params: {}, ip: IP, ...withToken(`Bearer ${token}`) });
    await guarded({ good: TOKEN, old: 'ended' })
      .send(ProtectedController, request)
      .catch(() => undefined);
    expect(request).toMatchObject({ callerIsKnown: isKnown });
  });

  it('with an unknown token counts as a guess', async () => {
    const { send, calls } = guarded();
    await expect(send(ProtectedController, withToken('Bearer wrong'))).rejects.toEqual(refused('UNAUTHORIZED'));
    expect(calls).toEqual([`countAddress ${IP}`, 'find wrong', `countWrong token ${IP}`]);
  });

  it('with an expired token does not count as a guess', async () => {
    const { send, calls } = guarded({ old: 'ended' });
    await expect(send(ProtectedController, withToken('Bearer old'))).rejects.toEqual(refused('UNAUTHORIZED'));
    expect(calls).toEqual([`countAddress ${IP}`, 'find old']);
  });

  it('whose partner is blocked is rejected without counting as a guess, and gets a blocked service on routes that begin something', async () => {
    const blocked = { ...TOKEN, abilities: ['payment.*'], partnerIsBlocked: true };
    const { send, calls } = guarded({ good: blocked });
    const path = { params: { serviceId: '5f2c9a1b' } };
    for (const controller of [ProtectedController, OtherController])
      await expect(send(controller, path)).rejects.toEqual(refused('UNAUTHORIZED'));
    await expect(send(BeginningController)).rejects.toEqual(refused('UNAUTHORIZED'));
    expect(calls.filter((what) => what.startsWith('count') && !what.startsWith('countAddress'))).toEqual([]);
    expect((await send(BeginningController, path))[1].service).toMatchObject({ id: '5f2c9a1b', status: 'service_blocked' });
    const { send: sendWithLess } = guarded({ good: { ...blocked, abilities: TOKEN.abilities } });
    await expect(sendWithLess(BeginningController, path)).rejects.toEqual(refused('INVALID_ABILITY_PROVIDED'));
  });

  it('gets the error about its address before the error about abilities, and neither request counts for the token', async () => {
    const { send, calls } = guarded();
    const elsewhere = { ip: '198.51.100.1' };
    await expect(send(OtherController, elsewhere)).rejects.toEqual(refused('IP_ADDRESS_NOT_WHITELISTED'));
    await expect(send(OtherController)).rejects.toEqual(refused('INVALID_ABILITY_PROVIDED'));
    expect(calls.filter((what) => what.startsWith('countToken'))).toEqual([]);
  });

  it('that is rejected after its token was found gets the response format of the token, and no access', async () => {
    const { send } = guarded({ good: { ...TOKEN, compatibility: 'A' } });
    const request = { method: 'GET', params: {}, headers: { authorization: 'Bearer good' }, ip: '198.51.100.1' };
    await expect(send(OtherController, Object.assign(Readable.from([]), request))).rejects.toEqual(refused('IP_ADDRESS_NOT_WHITELISTED'));
    const known = Object.assign(Readable.from([]), { ...request, ip: IP }) as Readable & Partial<AccessRequest>;
    await expect(send(OtherController, known)).rejects.toEqual(refused('INVALID_ABILITY_PROVIDED'));
    expect([known.compatibility, known.caller, known.pathIsShown]).toEqual(['A', undefined, undefined]);
  });
});
