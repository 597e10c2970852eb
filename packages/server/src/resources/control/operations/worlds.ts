import { createWorld } from './create-world.ts'
import { deleteSnapshot } from './delete-snapshot.ts'
import { deleteWorld } from './delete-world.ts'
import { listSnapshots } from './list-snapshots.ts'
import { listWorlds } from './list-worlds.ts'
import { putSnapshot } from './put-snapshot.ts'
import { resetWorld } from './reset-world.ts'
import { restoreSnapshot } from './restore-snapshot.ts'

/** Operations that replace and start worlds. */
export const worldOperations = [
  createWorld,
  deleteSnapshot,
  deleteWorld,
  listSnapshots,
  listWorlds,
  putSnapshot,
  resetWorld,
  restoreSnapshot,
]
