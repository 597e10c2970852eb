import { invalidForm, REPORT_TEXT_MAX } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { Int, OptionalNullable, Text, Type } from '../../../../validation/schema.ts'
import { findTarget } from '../actions/find-target.ts'
import { addReport } from '../actions/report.ts'
import { TargetFields, targetOf } from '../requests.ts'
import { isReasonFor } from '../rules.ts'

const REASON_MAX = 1_000

/** Create Report: tells operators of a message, a person or a guild. Nobody learns who reported. */
export const createReport = operation({
  id: 'create_report',
  method: 'POST',
  path: '/report',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({
    ...TargetFields,
    reason: Int(0, REASON_MAX),
    text: OptionalNullable(Text(0, REPORT_TEXT_MAX)),
  }),
  responses: { 201: Type.Object({ id: Type.String() }) },

  async run({ caller, body, work, platform }) {
    const target = targetOf(body)
    const found = await findTarget(work, caller, target)
    const { reason } = body
    if (!isReasonFor(target.kind, reason))
      throw invalidForm(['reason'], 'BASE_TYPE_CHOICES', 'This is no reason for such a report.')
    const report = { reporterId: caller.userId, target, found, reason, text: body.text || null }
    return new HttpResponse(201, { id: `${await addReport(work, report, platform.addresses.url)}` })
  },
})
