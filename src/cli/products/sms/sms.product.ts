import { SmsModule } from '../../../products/sms/sms.module.js';
import type { Product } from '../product.js';
import { smsServices } from './services.js';
import { addSmsCommands } from './sms.commands.js';
import { smsTransactions } from './transactions.js';

export const SMS: Product = {
  area: 'sms',
  title: 'SMS',
  module: SmsModule,
  services: smsServices,
  transactions: smsTransactions,
  addCommands: addSmsCommands,
};
