import { Global, Module } from '@nestjs/common';
import { PersonalDataKinds } from './personal-data-kinds.js';
import { RetentionService } from './retention.service.js';

@Global()
@Module({ providers: [PersonalDataKinds, RetentionService], exports: [PersonalDataKinds] })
export class PersonalDataModule {}
