import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../access/access.module.js';
import { ClaimKeysService } from './claim-keys.service.js';
import { DeleteExpiredKeysService } from './delete-expired-keys.service.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { IdempotentByDefault } from './idempotent-by-default.js';
import { ReleaseClaimsService } from './release-claims.service.js';
import { EndClaims } from './end-claims.service.js';

@Global()
@Module({
  imports: [AccessModule, TypeOrmModule.forFeature([IdempotencyKey])],
  providers: [IdempotencyKeys, ClaimKeysService, ReleaseClaimsService, DeleteExpiredKeysService, IdempotentByDefault, EndClaims],
  exports: [IdempotencyKeys, EndClaims],
})
export class IdempotencyModule {}
