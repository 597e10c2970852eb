import { type MessageObject, MessageObject as MessageSchema, wire, wireTime } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../kernel/attachment-urls.ts'
import { unpack } from '../../../kernel/json.ts'
import { Nullable, OneOf, type Static, Type } from '../../../validation/schema.ts'
import { presentAttachment } from '../../messaging/messages/attachment-present.ts'
import { type Evidence, REPORT_KINDS, REPORT_STATES, type StoredReason, type StoredReport } from './model.ts'

const Id = Nullable(Type.String())

/** Reports of one thing. Nobody learns whose they are. */
const fields = {
  id: Type.String(),
  state: OneOf(...REPORT_STATES),
  kind: OneOf(...REPORT_KINDS),
  /** People who have reported it. */
  count: Type.Integer(),
  /** `user_id` is the author of a message. */
  target: Type.Object({ user_id: Id, guild_id: Id, channel_id: Id, message_id: Id }),
  reasons: Type.Array(Type.Object({ reason: Type.Integer(), text: Nullable(Type.String()), at: wire.Time })),
  /** A person by id, `key` or `command`; null while it is open. */
  resolved_by: Nullable(Type.String()),
  note: Nullable(Type.String()),
}

/** An entry in a list. */
export const ListedReport = Type.Object(fields)

/** An entry with its evidence: null for people and guilds. */
export const ReportObject = Type.Object({
  ...fields,
  evidence: Nullable(
    Type.Object({ message: MessageSchema, before: Type.Array(MessageSchema), after: Type.Array(MessageSchema) }),
  ),
})

/** Returns an entry for operators, without its evidence. */
export function presentListedReport(
  report: StoredReport,
  reasons: readonly StoredReason[],
): Static<typeof ListedReport> {
  const { id, state, kind, count, user_id, guild_id, channel_id, message_id, resolved_by, note } = report
  const text = (snowflake: bigint | null) => snowflake?.toString() ?? null
  return {
    id: id.toString(),
    state,
    kind,
    count,
    target: {
      user_id: text(user_id),
      guild_id: text(guild_id),
      channel_id: text(channel_id),
      message_id: text(message_id),
    },
    reasons: reasons.map(({ reason, text, at }) => ({ reason, text, at: wireTime(at) })),
    resolved_by,
    note,
  }
}

/** Returns an entry for operators, with its evidence. */
export function presentReport(
  report: StoredReport,
  reasons: readonly StoredReason[],
  urls: AttachmentSigner,
): Static<typeof ReportObject> {
  const evidence = report.evidence === null ? null : unpack<Evidence>(report.evidence)
  const signed = (message: MessageObject): MessageObject => ({
    ...message,
    attachments: message.attachments.map((file) => presentAttachment(file, urls)),
  })
  return {
    ...presentListedReport(report, reasons),
    evidence: evidence && {
      message: signed(evidence.message),
      before: evidence.before.map(signed),
      after: evidence.after.map(signed),
    },
  }
}
