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
@PublicRoute('a public document')
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

/** Makes a guard with fakes that record the order of their calls. @param reachedLimit the only rate limit that is reached. */
function createGuard(tokens: Record<string, TokenRecord | 'ended'> = { good: TOKEN }, reachedLimit?: (typeof LIMITS)[number]) {
  const calls: string[] = [];
  const notedUses: unknown[] = [];
  const recordCall = (name: string) => (argument: string, ip?: string) => {
    calls.push([name, argument, ip].filter((part) => part !== undefined).join(' '));
    return name === reachedLimit ? Promise.reject(TOO_MANY) : Promise.resolve();
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
    { note: (id: string, ip?: string) => void notedUses.push([id, ip]) } as unknown as TokenUsage,
  );
  return {
    calls,
    notedUses,
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

const errorWithCode = (code: string): object => expect.objectContaining({ code });

describe('a route', () => {
  it('with an ability accepts a token with this ability, and its path may be logged', async () => {
    const { send, calls, notedUses, services } = createGuard();
    const [isAllowed, request] = await send(ProtectedController);
    expect([isAllowed, request.pathIsShown, request.caller, request.service]).toEqual([true, true, CALLER, undefined]);
    expect([request.shownCaller, notedUses]).toEqual([{ address: IP, token: 't' }, [['t', IP]]]);
    expect(calls).toEqual([`countAddress ${IP}`, 'find good', 'countToken t']);
    expect(services.find.mock.calls).toEqual([]);
  });

  it('that is public requires no token, and its path is not logged because it may be a secret', async () => {
    const { send, calls, notedUses } = createGuard();
    const [isAllowed, request] = await send(OpenController);
    expect([isAllowed, request.pathIsShown, request.caller, calls]).toEqual([true, undefined, undefined, [`countAddress ${IP}`]]);
    expect([request.shownCaller, notedUses]).toEqual([undefined, []]);
  });

  it('of a connector has its own rate limit, and a probe has none', async () => {
    const { send, calls } = createGuard();
    expect([(await send(ConnectorController))[0], (await send(ProbeController))[0], calls]).toEqual([true, true, [`countConnector ${IP}`]]);
  });

  it('without a declaration rejects everyone', async () => {
    const { send, calls } = createGuard();
    expect([(await send(ForgottenController))[0], calls]).toEqual([false, [`countAddress ${IP}`]]);
  });

  it('that two controllers inherit from one class follows the declaration of each controller', async () => {
    const { send } = createGuard();
    const results = [];
    for (const controller of [OpenController, ForgottenController, OpenController]) results.push((await send(controller))[0]);
    expect(results).toEqual([true, false, true]);
  });

  it('with a service in its path accepts only a service of the caller and of the area of the ability', async () => {
    const { send, services } = createGuard();
    const [, request] = await send(ProtectedController, { params: { serviceId: '5f2c9a1b' } });
    expect([request.service, services.find.mock.calls]).toEqual([{ id: '5f2c9a1b', area: 'payment' }, [['5f2c9a1b', CALLER]]]);
    const errorFor = (serviceId: string): Promise<unknown> =>
      send(ProtectedController, { params: { serviceId } }).catch((error: unknown) => error);
    expect(await errorFor('ffffffff')).toMatchObject({
      code: 'SERVICE_NOT_FOUND',
      details: { hint: expect.stringContaining('sees no service') },
    });
    expect(await errorFor('5f2c9a1c')).toMatchObject({
      code: 'SERVICE_NOT_FOUND',
      details: { hint: expect.stringContaining('one of the area sms') },
    });
  });

  it('about all the money of a partner rejects a token that is limited to services', async () => {
    const walletToken = { ...TOKEN, abilities: ['wallet.*'] };
    await expect(createGuard({ good: walletToken }).send(WalletController)).rejects.toEqual(errorWithCode('INVALID_ABILITY_PROVIDED'));
    expect((await createGuard({ good: { ...walletToken, serviceIds: [] } }).send(WalletController))[0]).toBe(true);
  });

  it('rejects requests once a rate limit is reached, without any further check', async () => {
    const callsBeforeLimit = async (limit: (typeof LIMITS)[number], controller: new () => Inherited): Promise<string[]> => {
      const { send, calls } = createGuard({ good: TOKEN }, limit);
      await expect(send(controller)).rejects.toBe(TOO_MANY);
      return calls;
    };
    expect(await callsBeforeLimit('countAddress', OpenController)).toEqual([`countAddress ${IP}`]);
    expect(await callsBeforeLimit('countConnector', ConnectorController)).toEqual([`countConnector ${IP}`]);
    expect(await callsBeforeLimit('countToken', ProtectedController)).toEqual([`countAddress ${IP}`, 'find good', 'countToken t']);
  });
});

describe('the request body', () => {
  const requestWithBody = (method: string, text: string): object =>
    Object.assign(Readable.from([Buffer.from(text)]), {
      method,
      params: {},
      ip: IP,
      headers: { authorization: 'Bearer good', 'content-type': 'application/json', 'content-length': String(text.length) },
    });
  const sendBody = async (method: string, text: string): Promise<AccessRequest> => {
    const request = requestWithBody(method, text) as AccessRequest;
    await createGuard().send(ProtectedController, request);
    return request;
  };

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('of a %s is read once the caller is known', async (method) =>
    expect(await sendBody(method, '{"a":1}')).toMatchObject({ body: { a: 1 }, bodyBytes: Buffer.from('{"a":1}') }),
  );

  it('of a GET is not read', async () => expect((await sendBody('GET', '{')).bodyBytes).toBeUndefined());

  it('of an unknown caller is not read', async () => {
    const request = requestWithBody('POST', '{') as AccessRequest;
    request.headers.authorization = 'Bearer wrong';
    await expect(createGuard().send(ProtectedController, request)).rejects.toEqual(errorWithCode('UNAUTHORIZED'));
    expect(request.bodyBytes).toBeUndefined();
  });
});

describe('a caller', () => {
  const withToken = (authorization: string | undefined): object => ({ headers: { authorization } });

  it.each([undefined, '', 'good', 'Basic good', 'Bearer', 'Bearer ', 'Bearergood', 'Bearer good x', 'Basic x, Bearer good'])(
    'that sends %s has no token, which does not count as a guess',
    async (authorization) => {
      const { send, calls } = createGuard();
      await expect(send(ProtectedController, withToken(authorization))).rejects.toEqual(errorWithCode('UNAUTHORIZED'));
      expect(calls).toEqual([`countAddress ${IP}`]);
    },
  );

  it.each(['Bearer good', 'bearer good', 'BEARER   good'])('that sends %s is identified', async (authorization) =>
    expect((await createGuard().send(ProtectedController, withToken(authorization)))[1].caller).toEqual(CALLER),
  );

  it('uses the pool quota of its partner', async () => {
    const callers = await new Promise((done) => {
      const track = trackRequester(
        () => ({ trafficClass: 'partners', isRejectable: true }),
        (address) => address ?? '',
      );
      const callersAroundGuard = async (): Promise<unknown> => [
        currentRequester()?.caller,
        (await createGuard().send(ProtectedController))[0],
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
    await createGuard({ good: TOKEN, old: 'ended' })
      .send(ProtectedController, request)
      .catch(() => undefined);
    expect(request).toMatchObject({ callerIsKnown: isKnown });
  });

  it('with an unknown token counts as a guess', async () => {
    const { send, calls } = createGuard();
    await expect(send(ProtectedController, withToken('Bearer wrong'))).rejects.toEqual(errorWithCode('UNAUTHORIZED'));
    expect(calls).toEqual([`countAddress ${IP}`, 'find wrong', `countWrong token ${IP}`]);
  });

  it('with an expired token does not count as a guess', async () => {
    const { send, calls } = createGuard({ old: 'ended' });
    await expect(send(ProtectedController, withToken('Bearer old'))).rejects.toEqual(errorWithCode('UNAUTHORIZED'));
    expect(calls).toEqual([`countAddress ${IP}`, 'find old']);
  });

  it('whose partner is blocked is rejected without counting as a guess, and gets a blocked service on routes that begin something', async () => {
    const blocked = { ...TOKEN, abilities: ['payment.*'], partnerIsBlocked: true };
    const { send, calls } = createGuard({ good: blocked });
    const path = { params: { serviceId: '5f2c9a1b' } };
    for (const controller of [ProtectedController, OtherController])
      await expect(send(controller, path)).rejects.toEqual(errorWithCode('UNAUTHORIZED'));
    await expect(send(BeginningController)).rejects.toEqual(errorWithCode('UNAUTHORIZED'));
    expect(calls.filter((call) => call.startsWith('count') && !call.startsWith('countAddress'))).toEqual([]);
    expect((await send(BeginningController, path))[1].service).toMatchObject({ id: '5f2c9a1b', status: 'service_blocked' });
    const { send: sendWithFewerAbilities } = createGuard({ good: { ...blocked, abilities: TOKEN.abilities } });
    await expect(sendWithFewerAbilities(BeginningController, path)).rejects.toEqual(errorWithCode('INVALID_ABILITY_PROVIDED'));
  });

  it('gets the error about its address before the error about abilities, and neither request counts for the token', async () => {
    const { send, calls } = createGuard();
    const otherAddress = { ip: '198.51.100.1' };
    await expect(send(OtherController, otherAddress)).rejects.toEqual(errorWithCode('IP_ADDRESS_NOT_WHITELISTED'));
    await expect(send(OtherController)).rejects.toEqual(errorWithCode('INVALID_ABILITY_PROVIDED'));
    expect(calls.filter((call) => call.startsWith('countToken'))).toEqual([]);
  });

  it('that is rejected after its token was found gets the response format of the token, and no access', async () => {
    const { send } = createGuard({ good: { ...TOKEN, compatibility: 'A' } });
    const request = { method: 'GET', params: {}, headers: { authorization: 'Bearer good' }, ip: '198.51.100.1' };
    await expect(send(OtherController, Object.assign(Readable.from([]), request))).rejects.toEqual(
      errorWithCode('IP_ADDRESS_NOT_WHITELISTED'),
    );
    const fromAllowedAddress = Object.assign(Readable.from([]), { ...request, ip: IP }) as Readable & Partial<AccessRequest>;
    await expect(send(OtherController, fromAllowedAddress)).rejects.toEqual(errorWithCode('INVALID_ABILITY_PROVIDED'));
    expect([fromAllowedAddress.compatibility, fromAllowedAddress.caller, fromAllowedAddress.pathIsShown]).toEqual([
      'A',
      undefined,
      undefined,
    ]);
  });
});
