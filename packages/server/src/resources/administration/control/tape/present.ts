import { type Snowflake, wireTime } from '@guildhall/protocol'
import { hideInText } from '../../../../kernel/tape/hide.ts'
import type { TapeRecord } from '../../../../kernel/tape/record.ts'
import type { Tape } from '../../../../kernel/tape/tape.ts'

/** Returns the state of the tape. */
export function presentTape({ recording, beganAt, firstId, lastId }: Tape) {
  return { recording, began_at: wireTime(beganAt), first_id: firstId, last_id: lastId }
}

/** Returns a record as lists show it. */
export function presentRecord({ id, at, date, entry }: TapeRecord) {
  const { title, direction, status, durationMs, bytes, sessionId, why, ...ids } = entry.facts()
  return {
    id,
    at: wireTime(at),
    date: wireTime(date),
    kind: entry.kind,
    title,
    direction,
    application_id: idText(ids.applicationId),
    guild_id: idText(ids.guildId),
    user_id: idText(ids.userId),
    session_id: sessionId,
    status,
    duration_ms: durationMs === null ? null : Math.round(durationMs * 100) / 100,
    bytes,
    why: why?.map(hideInText) ?? null,
  }
}

/** Returns a record with its details. */
export function presentDetails(record: TapeRecord) {
  return { ...presentRecord(record), details: record.entry.details() }
}

function idText(id: Snowflake | null): string | null {
  return id === null ? null : `${id}`
}
