/** The CSS class of the badge of each status. Statuses without an entry have a badge without colour. */
const TONE_OF: Readonly<Record<string, 'good' | 'bad' | 'wait'>> = {
  transaction_paid: 'good',
  transaction_db_payed: 'good',
  used: 'good',
  transaction_failure: 'bad',
  transaction_fraud: 'bad',
  transaction_db_rejected: 'bad',
  transaction_fraud_possibility: 'wait',
  transaction_confirmed: 'wait',
};

export const toneOf = (status: string): 'good' | 'bad' | 'wait' | '' => TONE_OF[status] ?? '';
