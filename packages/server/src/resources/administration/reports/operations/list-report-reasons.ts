import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { findTarget } from '../actions/find-target.ts'
import { REASONS } from '../model.ts'
import { TargetFields, targetOf } from '../requests.ts'

/** List Report Reasons: reasons for which a person may report a message, a person or a guild that they see. */
export const listReportReasons = operation({
  id: 'list_report_reasons',
  method: 'GET',
  path: '/report',
  callers: ['person'],
  unlisted: true,
  query: Type.Object(TargetFields),
  responses: {
    200: Type.Array(Type.Object({ reason: Type.Integer(), label: Type.String(), description: Type.String() })),
  },

  async run({ caller, query, work }) {
    const target = targetOf(query)
    await findTarget(work, caller, target)
    return [...REASONS[target.kind]]
  },
})
