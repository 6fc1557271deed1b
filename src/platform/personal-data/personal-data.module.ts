import { Global, Module } from '@nestjs/common';
import { ErasePayerService } from './erase-payer.service.js';
import { Erasures } from './erasures.js';
import { PersonalDataRegistry } from './personal-data-registry.js';
import { RetentionService } from './retention.service.js';

@Global()
@Module({
  providers: [PersonalDataRegistry, RetentionService, ErasePayerService, Erasures],
  exports: [PersonalDataRegistry, ErasePayerService, Erasures],
})
export class PersonalDataModule {}
