import { ApiError, invalidForm, QuickLinkObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { ImageData, Optional, OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'
import { storeImage } from '../../files/index.ts'
import { presentQuickLink } from '../present.ts'
import * as store from '../store.ts'

/** Quick links of one application; each keeps a picture. */
const LINKS_MAX = 1_000

/** Create Quick Link: a link to an activity with a picture, a title and a description, for SHARE_LINK. */
export const createQuickLink = operation({
  id: 'create_quick_link',
  method: 'POST',
  path: '/applications/:application_id/quick-links',
  callers: ['bot', 'bearer'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  body: Type.Object({
    custom_id: OptionalNullable(Text(1, 256)),
    title: Text(1, 32),
    description: Text(1, 64),
    image: Optional(ImageData),
  }),
  responses: { 200: QuickLinkObject },
  limit: { limit: 30, windowMs: 60_000 },

  async run({ caller, params: { application_id }, body, work, platform }) {
    if (caller.application?.id !== application_id) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
    if ((await store.listQuickLinks(work, application_id)).length >= LINKS_MAX)
      throw invalidForm(['title'], 'MAX_QUICK_LINKS', `An application has at most ${LINKS_MAX} quick links.`)
    const { custom_id = null, title, description, image = null } = body
    const id = work.nextId()
    const link = {
      ...{ id, application_id, creator_id: caller.userId.toString(), custom_id, title, description },
      image: await storeImage(work, platform, { folder: `quick-links/${id}` }, image),
    }
    await store.insertQuickLink(work, link)
    return presentQuickLink(link)
  },
})
