import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataKinds } from '../runtime/personal-data/personal-data-kinds.js';
import { SIMULATED_PAYERS } from '../sandbox/clearing/simulated-payers.js';

/** Lets erasures of payers reach the tables of the simulated parties, which exist even while these do not run. */
@Module({})
export class SimulatedPayersModule implements OnModuleInit {
  constructor(private readonly kinds: PersonalDataKinds) {}

  onModuleInit(): void {
    this.kinds.add(...SIMULATED_PAYERS);
  }
}
