import { EmojiObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import * as actions from '../actions/save.ts'
import { presentEmoji } from '../present.ts'
import { EmojiFields } from '../requests.ts'

/** Create Application Emoji. */
export const createApplicationEmoji = operation({
  id: 'create_application_emoji',
  method: 'POST',
  path: '/applications/:application_id/emojis',
  callers: ['bot', 'person'],
  params: Type.Object({ application_id: SnowflakeId }),
  body: EmojiFields,
  responses: { 201: EmojiObject },

  async run({ caller, params, body, work, platform }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    return presentEmoji(await actions.createApplicationEmoji(work, platform, id, caller.user, body), caller.user)
  },
})
