import { ApiError, type Snowflake } from '@guildhall/protocol'
import { applicationForCaller } from '../../../access/application.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Work } from '../../../kernel/work.ts'
import type { QuickLink } from './model.ts'
import * as store from './store.ts'

/** Returns a custom link for the owner of its application. @throws ApiError for others, and if there is none */
export async function customLinkForCaller(
  work: Work,
  caller: Caller,
  { application_id, link_id }: { application_id: Snowflake; link_id: Snowflake },
): Promise<QuickLink> {
  const { id } = await applicationForCaller(work, caller, application_id)
  const link = await store.findQuickLink(work, id, link_id)
  if (!link?.custom) throw new ApiError('NOT_FOUND')
  return link
}
