import { operation } from '../../../../kernel/operation.ts'
import { Int, OneOf, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { REPORT_STATES } from '../model.ts'
import { ListedReport, presentListedReport } from '../present.ts'
import { listReasons, listReports as reportsOf } from '../store.ts'

const PAGE_MAX = 100

/** List Reports: entries by id, without their evidence. */
export const listReports = operation({
  id: 'list_reports',
  method: 'GET',
  path: '/admin/reports',
  callers: ['operator', 'person'],
  unlisted: true,
  query: Type.Object({
    state: Optional(OneOf(...REPORT_STATES)),
    after: Optional(SnowflakeId),
    limit: Optional(Int(1, PAGE_MAX)),
  }),
  responses: { 200: Type.Array(ListedReport) },

  async run({ query: { state, after = 0n, limit = PAGE_MAX }, ...request }) {
    const { work } = request
    await operatorOf(request, 'moderator')
    const listed = []
    for (const report of await reportsOf(work, { state, after, limit }))
      listed.push(presentListedReport(report, await listReasons(work, report.id)))
    return listed
  },
})
