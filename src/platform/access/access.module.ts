import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { ClosedByDefault } from './closed-by-default.js';
import { DeclaredRoutes } from './declared-routes.js';
import { ServiceLookup } from './service-lookup.js';
import { TokenLookup } from './token-lookup.js';
import { TokenUsage } from './token-usage.js';

@Module({
  imports: [DiscoveryModule],
  providers: [TokenLookup, TokenUsage, ServiceLookup, DeclaredRoutes, ClosedByDefault, { provide: APP_GUARD, useClass: AccessGuard }],
  exports: [DeclaredRoutes],
})
export class AccessModule {}
