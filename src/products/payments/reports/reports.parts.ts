import type { Parts } from '../parts.js';
import { HandleChannelReportService } from './handle-channel-report.service.js';
import { KnownNamesQuery } from './known-names.query.js';
import { OutcomeTransactions } from '../at-channel/outcome-transactions.js';
import { ReportLog } from '../at-channel/report-log.js';
import { UnknownPaymentReportsQuery } from './unknown-reports.query.js';

export const REPORTS_PARTS = {
  exported: [HandleChannelReportService, KnownNamesQuery, UnknownPaymentReportsQuery],
  inner: [OutcomeTransactions, ReportLog],
} satisfies Parts;
