import { Global, Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ForgetOldKeysService } from './forget-old-keys.service.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { IdempotentByDefault } from './idempotent-by-default.js';

@Global()
@Module({ imports: [AccessModule], providers: [IdempotencyKeys, ForgetOldKeysService, IdempotentByDefault], exports: [IdempotencyKeys] })
export class IdempotencyModule {}
