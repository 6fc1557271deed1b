import { Module } from '@nestjs/common';
import { ErasePayerService } from './erase-payer.service.js';
import { Erasures } from './erasures.js';
import { RetentionService } from './retention.service.js';

@Module({ providers: [ErasePayerService, Erasures, RetentionService] })
export class PersonalDataModule {}
