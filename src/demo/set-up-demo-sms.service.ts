import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { KeywordTaken } from '../products/sms/services/keyword-taken.js';
import { ServiceDetailsQuery } from '../products/sms/services/service-details.query.js';
import { SetUpSmsService, type SmsServiceSetup } from '../products/sms/services/set-up-sms-service.js';

const DEMO: SmsServiceSetup = {
  type: 'ONE_TIME_CODE',
  prefix: 'TC',
  suffix: 'SKLEP',
  numbers: [7055, 7255, 91055, 92555],
  description: 'A code for each message; try it on the simulated phone.',
};

/** Gives the demo's SMS service its words and numbers: messages to 7055 that begin with TC.SKLEP lead to it. */
@Injectable()
export class SetUpDemoSmsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly details: ServiceDetailsQuery,
    private readonly setUp: SetUpSmsService,
  ) {}

  async run(serviceId: string): Promise<void> {
    if (await this.details.find(serviceId)) return;
    try {
      await this.dataSource.transaction((tx) => this.setUp.run(tx, serviceId, DEMO));
    } catch (error) {
      if (!(error instanceof KeywordTaken)) throw error; // somebody's own service has the words: theirs counts
    }
  }
}
