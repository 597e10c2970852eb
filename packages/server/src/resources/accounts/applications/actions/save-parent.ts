import { ApplicationFlag, type Snowflake } from '@guildhall/protocol'
import { applicationTopic } from '../../../../kernel/event.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { applicationChanged } from '../events.ts'
import * as store from '../store.ts'

/** Stores the parent of an application, and on each parent whether it has children. [AUT-24] */
export async function saveParent(work: Work, child: Application, parentId: Snowflake | null): Promise<void> {
  await save(work, { ...child, parent_id: parentId })
  for (const id of new Set([child.parent_id, parentId])) {
    const parent = id === null ? undefined : await store.findApplication(work, id)
    if (!parent) continue
    const others = parent.flags & ~ApplicationFlag.PARENT
    const isParent = (await store.listChildren(work, parent.id)).length > 0
    await save(work, { ...parent, flags: isParent ? others | ApplicationFlag.PARENT : others })
  }
}

async function save(work: Work, application: Application): Promise<void> {
  await store.updateApplication(work, application)
  work.emit(applicationChanged, applicationTopic(application.id), null)
}
