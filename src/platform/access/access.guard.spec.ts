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

/** A guard with fakes that record the order of their calls. @param reached the limit that is reached; all others have room */
function guarded(tokens: Record<string, TokenRecord | 'ended'> = { good: TOKEN }, reached?: (typeof LIMITS)[number]) {
  const asked: string[] = [];
  const used: unknown[] = [];
  const says = (name: string) => (what: string, ip?: string) => {
    asked.push([name, what, ip].filter((word) => word !== undefined).join(' '));
    return name === reached ? Promise.reject(TOO_MANY) : Promise.resolve();
  };
  const limits = Object.fromEntries(LIMITS.map((name) => [name, says(name)]));
  const find = (token: string): Promise<unknown> => says('find')(token).then(() => tokens[token] ?? null);
  const owned = [
    { id: '5f2c9a1b', area: 'payment' },
    { id: '5f2c9a1c', area: 'sms' },
  ];
  const services = { find: jest.fn((id: string) => Promise.resolve(owned.find((service) => service.id === id) ?? null)) };
  const guard = new AccessGuard(
    new Reflector(),
    { find } as unknown as TokenLookup,
    services as unknown as ServiceLookup,
    limits as unknown as RequestLimits,
    { note: (id: string, ip?: string) => void used.push([id, ip]) } as unknown as TokenUsage,
  );
  return {
    asked,
    used,
    services,
    asks: async (controller: new () => Inherited, given: object = {}): Promise<[boolean, AccessRequest]> => {
      const headers = { authorization: 'Bearer good' };
      const plain = { method: 'GET', params: {}, headers, ip: IP, ...given };
      const request = (given instanceof Readable ? given : plain) as unknown as AccessRequest;
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
  it('with an ability is open to whoever holds it, and its path holds no secret', async () => {
    const { asks, asked, used, services } = guarded();
    const [isOpen, request] = await asks(ProtectedController);
    expect([isOpen, request.pathIsShown, request.caller, request.service]).toEqual([true, true, CALLER, undefined]);
    expect([request.shownCaller, used]).toEqual([{ address: IP, token: 't' }, [['t', IP]]]);
    expect(asked).toEqual([`countAddress ${IP}`, 'find good', 'countToken t']);
    expect(services.find.mock.calls).toEqual([]);
  });

  it('that is public asks nobody for a token, and its path may be a secret', async () => {
    const { asks, asked, used } = guarded();
    const [isOpen, request] = await asks(OpenController);
    expect([isOpen, request.pathIsShown, request.caller, asked]).toEqual([true, undefined, undefined, [`countAddress ${IP}`]]);
    expect([request.shownCaller, used]).toEqual([undefined, []]);
  });

  it('of a connector has a limit of its own, and a probe none', async () => {
    const { asks, asked } = guarded();
    expect([(await asks(ConnectorController))[0], (await asks(ProbeController))[0], asked]).toEqual([true, true, [`countConnector ${IP}`]]);
  });

  it('that was forgotten is closed to all', async () => {
    const { asks, asked } = guarded();
    expect([(await asks(ForgottenController))[0], asked]).toEqual([false, [`countAddress ${IP}`]]);
  });

  it('that two controllers have from the same class is what each of them says', async () => {
    const { asks } = guarded();
    const answers = [];
    for (const controller of [OpenController, ForgottenController, OpenController]) answers.push((await asks(controller))[0]);
    expect(answers).toEqual([true, false, true]);
  });

  it('with a service in its path is open for a service of the caller, of the area of the ability', async () => {
    const { asks, services } = guarded();
    const [, request] = await asks(ProtectedController, { params: { serviceId: '5f2c9a1b' } });
    expect([request.service, services.find.mock.calls]).toEqual([{ id: '5f2c9a1b', area: 'payment' }, [['5f2c9a1b', CALLER]]]);
    const missing = (serviceId: string): Promise<unknown> =>
      asks(ProtectedController, { params: { serviceId } }).catch((error: unknown) => error);
    expect(await missing('ffffffff')).toMatchObject({
      code: 'SERVICE_NOT_FOUND',
      details: { hint: expect.stringContaining('sees no service') },
    });
    expect(await missing('5f2c9a1c')).toMatchObject({
      code: 'SERVICE_NOT_FOUND',
      details: { hint: expect.stringContaining('one of the area sms') },
    });
  });

  it('about all the money of a partner is closed to a token that is limited to services', async () => {
    const wallets = { ...TOKEN, abilities: ['wallet.*'] };
    await expect(guarded({ good: wallets }).asks(WalletController)).rejects.toEqual(refused('INVALID_ABILITY_PROVIDED'));
    expect((await guarded({ good: { ...wallets, serviceIds: [] } }).asks(WalletController))[0]).toBe(true);
  });

  it('is closed once a limit is reached, and nothing more is asked', async () => {
    const beyond = async (limit: (typeof LIMITS)[number], controller: new () => Inherited): Promise<string[]> => {
      const { asks, asked } = guarded({ good: TOKEN }, limit);
      await expect(asks(controller)).rejects.toBe(TOO_MANY);
      return asked;
    };
    expect(await beyond('countAddress', OpenController)).toEqual([`countAddress ${IP}`]);
    expect(await beyond('countConnector', ConnectorController)).toEqual([`countConnector ${IP}`]);
    expect(await beyond('countToken', ProtectedController)).toEqual([`countAddress ${IP}`, 'find good', 'countToken t']);
  });
});

describe('the body', () => {
  const sent = (method: string, text: string): object =>
    Object.assign(Readable.from([Buffer.from(text)]), {
      method,
      params: {},
      ip: IP,
      headers: { authorization: 'Bearer good', 'content-type': 'application/json', 'content-length': String(text.length) },
    });
  const ask = async (method: string, text: string): Promise<AccessRequest> => {
    const request = sent(method, text) as AccessRequest;
    await guarded().asks(ProtectedController, request);
    return request;
  };

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('of a %s is read once it is known who calls', async (method) =>
    expect(await ask(method, '{"a":1}')).toMatchObject({ body: { a: 1 }, bodyBytes: Buffer.from('{"a":1}') }),
  );

  it('of a GET is not looked at', async () => expect((await ask('GET', '{')).bodyBytes).toBeUndefined());

  it('of an unknown caller is left where it is', async () => {
    const request = sent('POST', '{') as AccessRequest;
    request.headers.authorization = 'Bearer wrong';
    await expect(guarded().asks(ProtectedController, request)).rejects.toEqual(refused('UNAUTHORIZED'));
    expect(request.bodyBytes).toBeUndefined();
  });
});

describe('a caller', () => {
  const withToken = (authorization: string | undefined): object => ({ headers: { authorization } });

  it.each([undefined, '', 'good', 'Basic good', 'Bearer', 'Bearer ', 'Bearergood', 'Bearer good x', 'Basic x, Bearer good'])(
    'that sends %s brings no token, which is no guess',
    async (authorization) => {
      const { asks, asked } = guarded();
      await expect(asks(ProtectedController, withToken(authorization))).rejects.toEqual(refused('UNAUTHORIZED'));
      expect(asked).toEqual([`countAddress ${IP}`]);
    },
  );

  it.each(['Bearer good', 'bearer good', 'BEARER   good'])('that sends %s is known', async (authorization) =>
    expect((await guarded().asks(ProtectedController, withToken(authorization)))[1].caller).toEqual(CALLER),
  );

  it('takes the share of the connections of its partner', async () => {
    const share = await new Promise((done) => {
      const remember = trackRequester(
        () => ({ side: 'partners', isRefusable: true }),
        (address) => address ?? '',
      );
      const named = async (): Promise<unknown> => [
        currentRequester()?.caller,
        (await guarded().asks(ProtectedController))[0],
        currentRequester()?.caller,
      ];
      remember({ path: '/', ip: IP } as Request, new EventEmitter() as Response, () => done(named()));
    });
    expect(share).toEqual([`address ${IP}`, true, 'partner p']);
  });

  it.each([
    ['good', true],
    ['old', true],
    ['wrong', false],
  ])('with the token "%s" is known: %s', async (token, isKnown) => {
    const request = Object.assign(Readable.from([]), { method: 'GET', params: {}, ip: IP, ...withToken(`Bearer ${token}`) });
    await guarded({ good: TOKEN, old: 'ended' })
      .asks(ProtectedController, request)
      .catch(() => undefined);
    expect(request).toMatchObject({ callerIsKnown: isKnown });
  });

  it('with a token that nobody gave out guesses', async () => {
    const { asks, asked } = guarded();
    await expect(asks(ProtectedController, withToken('Bearer wrong'))).rejects.toEqual(refused('UNAUTHORIZED'));
    expect(asked).toEqual([`countAddress ${IP}`, 'find wrong', `countWrong token ${IP}`]);
  });

  it('with one that has ended does not', async () => {
    const { asks, asked } = guarded({ old: 'ended' });
    await expect(asks(ProtectedController, withToken('Bearer old'))).rejects.toEqual(refused('UNAUTHORIZED'));
    expect(asked).toEqual([`countAddress ${IP}`, 'find old']);
  });

  it('whose partner is blocked is refused without having guessed; where it would begin something, the service is blocked', async () => {
    const blocked = { ...TOKEN, abilities: ['payment.*'], partnerIsBlocked: true };
    const { asks, asked } = guarded({ good: blocked });
    const path = { params: { serviceId: '5f2c9a1b' } };
    for (const controller of [ProtectedController, OtherController])
      await expect(asks(controller, path)).rejects.toEqual(refused('UNAUTHORIZED'));
    await expect(asks(BeginningController)).rejects.toEqual(refused('UNAUTHORIZED'));
    expect(asked.filter((what) => what.startsWith('count') && !what.startsWith('countAddress'))).toEqual([]);
    expect((await asks(BeginningController, path))[1].service).toMatchObject({ id: '5f2c9a1b', status: 'service_blocked' });
    const { asks: asksWithLess } = guarded({ good: { ...blocked, abilities: TOKEN.abilities } });
    await expect(asksWithLess(BeginningController, path)).rejects.toEqual(refused('INVALID_ABILITY_PROVIDED'));
  });

  it('from another address is told so before it is told of abilities, and neither counts for the token', async () => {
    const { asks, asked } = guarded();
    const elsewhere = { ip: '198.51.100.1' };
    await expect(asks(OtherController, elsewhere)).rejects.toEqual(refused('IP_ADDRESS_NOT_WHITELISTED'));
    await expect(asks(OtherController)).rejects.toEqual(refused('INVALID_ABILITY_PROVIDED'));
    expect(asked.filter((what) => what.startsWith('countToken'))).toEqual([]);
  });

  it('that is refused for what its token may is answered as its token was made for, and granted nothing', async () => {
    const { asks } = guarded({ good: { ...TOKEN, compatibility: 'A' } });
    const request = { method: 'GET', params: {}, headers: { authorization: 'Bearer good' }, ip: '198.51.100.1' };
    await expect(asks(OtherController, Object.assign(Readable.from([]), request))).rejects.toEqual(refused('IP_ADDRESS_NOT_WHITELISTED'));
    const known = Object.assign(Readable.from([]), { ...request, ip: IP }) as Readable & Partial<AccessRequest>;
    await expect(asks(OtherController, known)).rejects.toEqual(refused('INVALID_ABILITY_PROVIDED'));
    expect([known.compatibility, known.caller, known.pathIsShown]).toEqual(['A', undefined, undefined]);
  });
});
