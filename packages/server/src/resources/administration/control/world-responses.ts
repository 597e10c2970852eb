import { Type } from '../../../validation/schema.ts'

const Time = Type.String({ format: 'date-time' })

export const Replaced = Type.Object(
  { duration_ms: Type.Number({ description: 'Time from the request until the new world is served' }) },
  { title: 'ControlReplacement' },
)

export const SnapshotState = Type.Object(
  {
    name: Type.String(),
    created_at: Time,
    date: Type.String({ format: 'date-time', description: 'Platform date in the snapshot' }),
    bytes: Type.Integer(),
  },
  { title: 'ControlSnapshot' },
)

/** Ready line of a platform, with the fields that clients need. Its `world` is the world file, with ids. */
const Ready = Type.Object(
  {
    url: Type.String(),
    api: Type.String(),
    gateway: Type.String(),
    control: Type.Object({ url: Type.String(), key: Type.String() }),
    world: Type.Unknown(),
  },
  { description: 'The ready line of the platform' },
)

export const WorldState = Type.Object({ name: Type.String(), ready: Ready }, { title: 'ControlWorld' })
