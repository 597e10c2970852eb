import { ChannelObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { CreateDmBody, holdsOfDm, openConversation } from '../actions/open-conversation.ts'

/** Create DM; with several other users, Create Group DM. */
export const createDm = operation({
  id: 'create_dm',
  method: 'POST',
  path: '/users/@me/channels',
  callers: ['bot', 'person'],
  body: CreateDmBody,
  responses: { 200: ChannelObject },
  holds: holdsOfDm,

  run: ({ caller, body, work }) => openConversation(work, caller, body),
})
