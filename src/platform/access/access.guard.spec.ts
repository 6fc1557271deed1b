import { describe, expect, it, jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { RequestLimits } from '../../runtime/rate-limits/request-limits.js';
import { AccessGuard } from './access.guard.js';
import type { AccessRequest } from './caller.js';
import { Protected } from './protected.decorator.js';
import { PublicRoute } from './public-route.decorator.js';
import type { ServiceLookup } from './service-lookup.js';
import type { TokenLookup } from './token-lookup.js';

const TOKEN = { id: 't', partnerId: 'p', abilities: ['payment.channels'], allowedNetworks: [], serviceIds: [], expiresAt: null };

class Inherited {
  list(): void {}
}
@PublicRoute('for all to see')
class OpenController extends Inherited {}
class ForgottenController extends Inherited {}
class ProtectedController {
  @Protected('payment.channels')
  list(): void {}
}

const limits = (): jest.Mocked<Pick<RequestLimits, 'countAddress' | 'countToken' | 'countWrong' | 'refuseGuesser'>> => ({
  countAddress: jest.fn(() => Promise.resolve()),
  countToken: jest.fn(() => Promise.resolve()),
  countWrong: jest.fn(() => Promise.resolve()),
  refuseGuesser: jest.fn(),
});

function guarded(): { asks: (controller: new () => Inherited) => Promise<[boolean, AccessRequest]>; find: jest.Mock } {
  const find = jest.fn(() => Promise.resolve(TOKEN));
  const guard = new AccessGuard(
    new Reflector(),
    { find } as unknown as TokenLookup,
    {} as ServiceLookup,
    limits() as unknown as RequestLimits,
  );
  return {
    find,
    async asks(controller) {
      const request = { method: 'GET', params: {}, headers: { authorization: 'Bearer good' } } as unknown as AccessRequest;
      const context = {
        getHandler: () => Reflect.get(controller.prototype as object, 'list') as object,
        getClass: () => controller,
        switchToHttp: () => ({ getRequest: () => request }),
      } as unknown as ExecutionContext;
      return [await guard.canActivate(context), request];
    },
  };
}

describe('a route', () => {
  it('with an ability is open to whoever holds it, and its path holds no secret', async () => {
    const [isOpen, request] = await guarded().asks(ProtectedController);
    expect([isOpen, request.pathIsShown, request.caller]).toEqual([true, true, { tokenId: 't', partnerId: 'p', serviceIds: [] }]);
  });

  it('that is public asks nobody for a token, and its path may be a secret', async () => {
    const { asks, find } = guarded();
    const [isOpen, request] = await asks(OpenController);
    expect([isOpen, request.pathIsShown, request.caller, find.mock.calls]).toEqual([true, undefined, undefined, []]);
  });

  it('that was forgotten is closed to all', async () => {
    const { asks, find } = guarded();
    expect([(await asks(ForgottenController))[0], find.mock.calls]).toEqual([false, []]);
  });

  it('that two controllers have from the same class is what each of them says', async () => {
    const { asks } = guarded();
    expect([(await asks(OpenController))[0], (await asks(ForgottenController))[0], (await asks(OpenController))[0]]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
