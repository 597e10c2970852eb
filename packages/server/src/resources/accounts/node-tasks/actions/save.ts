import type { NodeLife } from '../../../../kernel/lease.ts'
import type { Work } from '../../../../kernel/work.ts'
import * as store from '../store.ts'

/**
 * Makes this process the only one that does a task, until it gives the task up or its lease has ended. Returns whether
 * it is.
 *
 * @param node null for a process that is alone, which does all tasks and stores none
 */
export async function takeTask(work: Work, task: string, node: NodeLife | null): Promise<boolean> {
  return node === null || (await store.claimTask(work, task, node))
}

/** Leaves a task to whichever node takes it next. */
export async function giveUpTask(work: Work, task: string, node: NodeLife | null): Promise<void> {
  if (node !== null) await store.releaseTask(work, task, node)
}

/** Returns whether a node that has not ended does a task. Always false for a process that is alone. */
export async function isTaskTaken(work: Work, task: string, node: NodeLife | null): Promise<boolean> {
  return node !== null && (await store.isTaskClaimed(work, task))
}
