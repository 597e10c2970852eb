import { EmojiObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { presentEmoji } from '../present.ts'
import * as store from '../store.ts'

/** List Application Emojis. */
export const listApplicationEmojis = operation({
  id: 'list_application_emojis',
  method: 'GET',
  path: '/applications/:application_id/emojis',
  callers: ['bot', 'person'],
  params: Type.Object({ application_id: SnowflakeId }),
  responses: { 200: Type.Object({ items: Type.Array(EmojiObject) }) },

  async run({ caller, params, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    const emojis = await store.listApplicationEmojis(work, application.id)
    const users = await listUsers(
      work,
      emojis.flatMap((emoji) => emoji.user_id ?? []),
    )
    return { items: emojis.map((emoji) => presentEmoji(emoji, users.get(emoji.user_id ?? 0n))) }
  },
})
