import { Injectable } from '@nestjs/common';
import type { AliasConsents } from './alias-consents.js';
import type { AliasSubscriptions } from './alias-subscriptions.js';

/** While nothing makes a PAYID there is none that belongs to a subscription. */
@Injectable()
export class NoSubscriptions implements AliasConsents, AliasSubscriptions {
  end(): Promise<void> {
    return Promise.resolve();
  }

  of(): Promise<ReadonlyMap<string, never>> {
    return Promise.resolve(new Map<string, never>());
  }
}
