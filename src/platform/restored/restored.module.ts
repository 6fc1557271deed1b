import { Global, Module } from '@nestjs/common';
import { RestoredDatabase } from './restored-database.js';

@Global()
@Module({ providers: [RestoredDatabase], exports: [RestoredDatabase] })
export class RestoredModule {}
