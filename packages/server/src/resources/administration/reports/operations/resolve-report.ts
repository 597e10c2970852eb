import { OPERATOR_NOTE_MAX } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Int, OneOf, OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { DURATION_MAX_S } from '../../../accounts/platform-bans/index.ts'
import { getReport, resolveReport as resolve } from '../actions/resolve.ts'
import { presentReport, ReportObject } from '../present.ts'
import { RESOLUTIONS } from '../rules.ts'
import { listReasons } from '../store.ts'

/** Resolve Report: dismisses it, removes the message, or suspends its author. */
export const resolveReport = operation({
  id: 'resolve_report',
  method: 'POST',
  path: '/admin/reports/:report_id/resolve',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ report_id: SnowflakeId }),
  body: Type.Object({
    action: OneOf(...RESOLUTIONS),
    /** Length of a suspension; null for one without an end. */
    duration_seconds: OptionalNullable(Int(1, DURATION_MAX_S)),
    /** Age of the oldest message of the suspended person that a job removes. */
    delete_message_seconds: OptionalNullable(Int(0, DURATION_MAX_S)),
    /** For operators only. */
    note: OptionalNullable(Text(0, OPERATOR_NOTE_MAX)),
  }),
  responses: { 200: ReportObject },

  async run({ params: { report_id: id }, body, platform, ...request }) {
    const { work } = request
    const operator = await operatorOf({ ...request, platform }, 'moderator')
    const { action, duration_seconds: seconds, delete_message_seconds: deleteSeconds, note } = body
    const until = seconds == null ? null : work.now + seconds * 1000
    await resolve(work, operator, id, { action, until, deleteSeconds: deleteSeconds ?? 0, note: note || null })
    return presentReport(await getReport(work, id), await listReasons(work, id), platform.attachmentUrls)
  },
})
