import { createReport } from './create-report.ts'
import { getReport } from './get-report.ts'
import { listReportReasons } from './list-report-reasons.ts'
import { listReports } from './list-reports.ts'
import { resolveReport } from './resolve-report.ts'

export const reportOperations = [listReportReasons, createReport, listReports, getReport, resolveReport]
