import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../kernel/work.ts'
import { removeImage } from '../../files/index.ts'
import * as store from '../store.ts'

/** Deletes the quick links of an application with their pictures. */
export async function removeQuickLinks(work: Work, applicationId: Snowflake): Promise<void> {
  for (const { id, image } of await store.listQuickLinks(work, applicationId))
    await removeImage(work, `quick-links/${id}`, image)
  await store.deleteQuickLinks(work, applicationId)
}
