import { Json, OneOf, Optional, Type } from '../../../validation/schema.ts'

/** Name of a snapshot or world. */
const Name = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })

export const Replacement = Type.Object({
  /** Treatment of bots' gateway sessions; `stay` without it. */
  bots: Optional(OneOf('stay', 'reconnect')),
})

export const SnapshotPath = Type.Object({ snapshot_name: Name })

export const WorldPath = Type.Object({ world_name: Name })

export const NewWorld = Type.Object({
  name: Name,
  /** Content of a world file; the demo world without it. */
  world: Optional(Json),
})
