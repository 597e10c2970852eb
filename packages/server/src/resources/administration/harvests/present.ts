import { wire, wireTime } from '@guildhall/protocol'
import { Nullable, OneOf, type Static, Type } from '../../../validation/schema.ts'
import { BACKENDS, type Harvest, HarvestStatus } from './model.ts'

/** A package of a person's data. */
export const HarvestObject = Type.Object({
  harvest_id: wire.Id,
  user_id: wire.Id,
  email: Nullable(Type.String()),
  state: OneOf('INCOMPLETE', 'DELIVERED', 'CANCELLED'),
  status: Type.Integer(),
  created_at: wire.Time,
  completed_at: Nullable(wire.Time),
  polled_at: Nullable(wire.Time),
  backends: Type.Record(Type.String(), OneOf('INITIAL', 'RUNNING', 'EXTRACTED')),
  updated_at: wire.Time,
  shadow_run: Type.Boolean(),
  harvest_metadata: Type.Object({
    user_is_staff: Type.Boolean(),
    sla_email_sent: Type.Boolean(),
    bypass_cooldown: Type.Boolean(),
    is_provisional: Type.Boolean(),
  }),
  /** Address of the zip, which the person's session may read. */
  download_url: Type.Optional(Type.String()),
})

const BACKEND_STATES = ['INITIAL', 'RUNNING', 'INITIAL', 'EXTRACTED'] as const

/** Returns a package for its person. */
export function presentHarvest(
  harvest: Harvest,
  { email, api }: { email: string | null; api: string },
): Static<typeof HarvestObject> {
  const { id, user_id, status, created_at, updated_at, completed_at, by_operator } = harvest
  const isDone = status === HarvestStatus.COMPLETED
  const backend = BACKEND_STATES[status] ?? 'INITIAL'
  return {
    harvest_id: id.toString(),
    user_id: user_id.toString(),
    email,
    state: isDone ? 'DELIVERED' : status === HarvestStatus.FAILED ? 'CANCELLED' : 'INCOMPLETE',
    status,
    created_at: wireTime(created_at),
    completed_at: completed_at === null ? null : wireTime(completed_at),
    polled_at: completed_at === null ? null : wireTime(completed_at),
    backends: Object.fromEntries(BACKENDS.map((name) => [name, backend])),
    updated_at: wireTime(updated_at),
    shadow_run: false,
    harvest_metadata: {
      user_is_staff: false,
      sla_email_sent: false,
      bypass_cooldown: by_operator === 1,
      is_provisional: false,
    },
    ...(isDone ? { download_url: `${api}/v10/users/@me/harvest/${id}` } : {}),
  }
}
