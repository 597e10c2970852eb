import { Emoji } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import { ownedApplication } from '../../applications/index.ts'
import { presentEmoji } from '../present.ts'
import * as store from '../store.ts'

/** List Application Emojis. */
export const listApplicationEmojisOperation = operation({
  id: 'list_application_emojis',
  method: 'GET',
  path: '/applications/:application_id/emojis',
  callers: ['bot', 'person'],
  params: Type.Object({ application_id: SnowflakeId }),
  answers: { 200: Type.Object({ items: Type.Array(Emoji) }) },

  async run({ caller, params, work }) {
    const application = await ownedApplication(work, caller, params.application_id)
    return { items: (await store.listOfApplication(work, application.id)).map((emoji) => presentEmoji(emoji)) }
  },
})
