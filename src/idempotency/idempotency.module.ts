import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ForgetOldKeysService } from './forget-old-keys.service.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotencyKeys } from './idempotency-keys.js';

@Module({
  providers: [IdempotencyKeys, ForgetOldKeysService, { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor }],
  exports: [IdempotencyKeys],
})
export class IdempotencyModule {}
