import { Global, Module } from '@nestjs/common';
import { PersonalDataRegistry } from './personal-data-registry.js';
import { RetentionService } from './retention.service.js';

@Global()
@Module({
  providers: [PersonalDataRegistry, RetentionService],
  exports: [PersonalDataRegistry],
})
export class PersonalDataModule {}
