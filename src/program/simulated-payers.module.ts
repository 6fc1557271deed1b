import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataKinds } from '../runtime/personal-data/personal-data-kinds.js';
import { SIMULATED_PAYERS } from '../sandbox/clearing/simulated-payers.js';

/** What the simulated parties know of payers, for whoever erases one: their tables are there also while they do not run. */
@Module({})
export class SimulatedPayersModule implements OnModuleInit {
  constructor(private readonly kinds: PersonalDataKinds) {}

  onModuleInit(): void {
    this.kinds.add(...SIMULATED_PAYERS);
  }
}
