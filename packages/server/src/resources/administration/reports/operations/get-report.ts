import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { getReport as reportOf } from '../actions/resolve.ts'
import { presentReport, ReportObject } from '../present.ts'
import { listReasons } from '../store.ts'

/** Get Report: an entry with its evidence, the only messages that operators see. */
export const getReport = operation({
  id: 'get_report',
  method: 'GET',
  path: '/admin/reports/:report_id',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ report_id: SnowflakeId }),
  responses: { 200: ReportObject },

  async run({ params, platform, ...request }) {
    const { work } = request
    await operatorOf({ ...request, platform }, 'moderator')
    const report = await reportOf(work, params.report_id)
    return presentReport(report, await listReasons(work, report.id), platform.attachmentUrls)
  },
})
