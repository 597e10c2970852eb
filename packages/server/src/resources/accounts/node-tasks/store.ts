import type { NodeLife } from '../../../kernel/lease.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Takes a task whose node has ended, or that none has. Table `nodes` has the lives of nodes that have not. */
const CLAIM = `INSERT INTO node_tasks (name, node, epoch) VALUES ($1, $2, $3)
  ON CONFLICT (name) DO UPDATE SET node = excluded.node, epoch = excluded.epoch
  WHERE (node_tasks.node = excluded.node AND node_tasks.epoch = excluded.epoch)
    OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.name = node_tasks.node AND nodes.epoch = node_tasks.epoch)
  RETURNING name`
const RELEASE = 'DELETE FROM node_tasks WHERE name = $1 AND node = $2 AND epoch = $3'
const IS_CLAIMED = `SELECT node FROM node_tasks JOIN nodes ON nodes.name = node_tasks.node
  AND nodes.epoch = node_tasks.epoch WHERE node_tasks.name = $1`

/** Makes a node the only one that does a task. Returns whether it is. */
export async function claimTask(session: StoreSession, task: string, { name, epoch }: NodeLife): Promise<boolean> {
  return (await session.raw(CLAIM, [task, name, epoch])).length > 0
}

/** Leaves a task to whichever node claims it next. */
export async function releaseTask(session: StoreSession, task: string, { name, epoch }: NodeLife): Promise<void> {
  await session.raw(RELEASE, [task, name, epoch])
}

/** Returns whether a node that has not ended does a task. */
export async function isTaskClaimed(session: StoreSession, task: string): Promise<boolean> {
  return (await session.raw(IS_CLAIMED, [task])).length > 0
}
