import { Global, Module } from '@nestjs/common';
import { StateHistory } from './state-history.js';

@Global()
@Module({ providers: [StateHistory], exports: [StateHistory] })
export class HistoryModule {}
