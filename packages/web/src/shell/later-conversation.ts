import { later } from '../lib/later.ts'

const conversation = later(() => import('./conversation.tsx'))

/** Fetches the script of the conversation. The shell does so while it connects, since it has nothing to show before. */
export const loadConversation = conversation.load

export const Conversation = conversation.component(({ Conversation }) => Conversation)
