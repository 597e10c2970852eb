import type { ShownMessage } from '@guildhall/client/records'
import { type ChannelObject, InteractionType } from '@guildhall/protocol'
import { createContext, useContext } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { startInteraction } from '../interactions/start.ts'

/** Message whose components are shown. */
export interface ComponentPlace {
  readonly message: ShownMessage
  readonly channel: ChannelObject
}

/** Message of the components below. */
export const ComponentContext = createContext<ComponentPlace | null>(null)

/** Returns the message of the component. */
export function useComponentPlace(): ComponentPlace {
  const place = useContext(ComponentContext)
  if (!place) throw new Error('A component is shown outside a message')
  return place
}

/** Returns whether a component waits for its application, and a function that uses it. */
export function useComponent(type: number, customId: string) {
  const client = useClient()
  const { message, channel } = useComponentPlace()
  const busy = useClientState(({ interactions }) => {
    for (const { messageId, customId: used, state } of interactions.values())
      if (messageId === message.id && used === customId && state === 'waiting') return true
    return false
  })

  function use(values?: readonly string[]) {
    if (busy) return
    startInteraction(client, {
      type: InteractionType.MESSAGE_COMPONENT,
      // An application and its bot have one id, unless the message names the application.
      applicationId: message.application_id ?? message.author.id,
      channelId: channel.id,
      guildId: channel.guild_id ?? null,
      messageId: message.id,
      customId,
      data: { component_type: type, custom_id: customId, ...(values ? { values } : {}) },
    }).catch(() => {
      // The state has the failure, which is shown below the message.
    })
  }

  return { busy, use }
}
